/** Opens the provider's card page in this tab. */
export function openCardPage(url: string): void {
  location.assign(url);
}
