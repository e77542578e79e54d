export function openProviderPage(url: string): void {
  location.assign(url);
}
