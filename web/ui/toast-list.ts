/** What a toast says. */
export interface ToastMessage {
  title: string;
  text?: string;
  isDestructive?: boolean;
}

/** At most so many toasts are kept; a dismissed one closes at once and is removed after the delay. */
export const TOAST_LIMIT = 1;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
/** How long one stays open while nobody points at it. */
export const TOAST_OPEN_MS = 6000;

export interface Toast extends ToastMessage {
  id: number;
  isOpen: boolean;
}

let list: readonly Toast[] = [];
let made = 0;
const listeners = new Set<() => void>();

function become(next: readonly Toast[]): void {
  list = next;
  for (const listener of listeners) listener();
}

/** The toasts kept, newest first. */
export const toasts = () => list;

/** Calls `listener` on every change; returns how to stop. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Puts a toast first and drops what is over the limit. */
export function addToast(message: ToastMessage): void {
  become([{ ...message, id: ++made, isOpen: true }, ...list].slice(0, TOAST_LIMIT));
}

/** Closes a toast; it leaves the list later. */
export function dismissToast(id: number): void {
  if (!list.some((toast) => toast.id === id && toast.isOpen)) return;
  become(list.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)));
  setTimeout(() => become(list.filter((toast) => toast.id !== id)), TOAST_REMOVE_DELAY_MS);
}
