/** What a toast says. */
export interface ToastMessage {
  title: string;
  text?: string;
  isDestructive?: boolean;
}

/** Shows a toast in place of the one before; its code comes with the first. The edge has nobody to show one to. */
export function showToast(message: ToastMessage): void {
  if (import.meta.env.SSR) return;
  void import('./toaster.tsx').then(({ pushToast }) => pushToast(message)).catch(() => undefined);
}
