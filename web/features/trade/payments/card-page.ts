export function openCardPage(url: string): void {
  location.assign(url);
}
