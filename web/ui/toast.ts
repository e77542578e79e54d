import type { ToastMessage } from './toast-list.ts';

export type { ToastMessage } from './toast-list.ts';

const load = () => import('./toaster.client.tsx');

/** Fetches the code of the toasts, so that a toast can also appear without a network. */
export function warmToasts(): void {
  load().catch(() => undefined);
}

/** Shows a toast. If the code of the toasts does not load, tries again when the browser reports that it is online. */
export function showToast(message: ToastMessage): void {
  load().then(
    ({ pushToast }) => pushToast(message),
    () => addEventListener('online', () => showToast(message), { once: true }),
  );
}
