export interface ToastMessage {
  title: string;
  text?: string;
  isDestructive?: boolean;
  /** A button in the toast. Pressing it closes the toast. */
  action?: { label: string; run: () => void };
  /** How long the toast stays open, in ms. If set, the next toast does not replace this toast, so its action stays. */
  openMs?: number;
}

/** At most this many toasts without their own `openMs` are kept. */
export const TOAST_LIMIT = 1;
/** A dismissed toast is removed after this time, in ms. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
/** A toast stays open for this time while the pointer is not on it, in ms. */
export const TOAST_OPEN_MS = 6000;

export interface Toast extends ToastMessage {
  id: number;
  isOpen: boolean;
}

let list: readonly Toast[] = [];
let made = 0;
const listeners = new Set<() => void>();

function setList(next: readonly Toast[]): void {
  list = next;
  for (const listener of listeners) listener();
}

/** The toasts kept, newest first. */
export const toasts = () => list;

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** How many earlier toasts with their own `openMs` stay. */
const MOST_TIMED = 3;

/** Adds a toast. It replaces the previous toast, unless that toast has its own `openMs`. */
export function addToast(message: ToastMessage): void {
  const kept = list.filter(({ isOpen, openMs }) => isOpen && openMs !== undefined).slice(0, MOST_TIMED);
  setList([{ ...message, id: ++made, isOpen: true }, ...list.slice(0, TOAST_LIMIT - 1), ...kept]);
}

export function dismissToast(id: number): void {
  if (!list.some((toast) => toast.id === id && toast.isOpen)) return;
  setList(list.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)));
  setTimeout(() => setList(list.filter((toast) => toast.id !== id)), TOAST_REMOVE_DELAY_MS);
}
