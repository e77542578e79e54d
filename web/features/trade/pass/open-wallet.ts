/** Opens a pass in this tab. The phone then offers to add it to its wallet. */
export function openWallet(address: string): void {
  location.assign(address);
}
