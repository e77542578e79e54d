/** What a toast says. */
export interface ToastMessage {
  title: string;
  text?: string;
  isDestructive?: boolean;
}

/** Shows a toast in place of the one before; its code comes with the first. */
export function showToast(message: ToastMessage): void {
  // Known when the Worker is built, so that its bundle leaves the browser's React out.
  if (import.meta.env.SSR) return;
  void import('./toaster.tsx').then(({ pushToast }) => pushToast(message)).catch(() => undefined);
}
