import type { ToastMessage } from './toast-list.ts';

export type { ToastMessage } from './toast-list.ts';

/** Shows a toast in place of the previous one. Its code is fetched with the first toast. */
export function showToast(message: ToastMessage): void {
  void import('./toaster.client.tsx').then(({ pushToast }) => pushToast(message)).catch(() => undefined);
}
