/** Opens the provider's page about a seller's account in this tab. */
export function openProviderPage(url: string): void {
  location.assign(url);
}
