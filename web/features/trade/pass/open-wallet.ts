/** Opens the pass (Apple) or the page that adds it (Google) in this tab. The phone then offers to add the pass. */
export function openWallet(address: string): void {
  location.assign(address);
}
