/** What a toast says. */
export interface ToastMessage {
  title: string;
  text?: string;
  isDestructive?: boolean;
}

/** Shows a toast in place of the one before; its code comes with the first. */
export function showToast(message: ToastMessage): void {
  void import('./toaster.tsx').then(({ pushToast }) => pushToast(message)).catch(() => undefined);
}
