import { useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import {
  addToast,
  dismissToast,
  onToasts,
  type Toast,
  TOAST_OPEN_MS,
  type ToastMessage,
  toasts,
} from './toast-list.ts';
import s from './toaster.module.css';

let host: HTMLElement | undefined;

/** Puts the toasts above everything. If a dialog is open, they go inside it, because the rest of the page is inert. */
function raise(): void {
  if (!host) {
    host = document.createElement('div');
    host.popover = 'manual';
    host.className = s.host!;
    createRoot(host).render(<Toaster />);
  }
  const dialog = document.querySelector('dialog:modal');
  (dialog ?? document.body).append(host);
  host.showPopover();
  dialog?.addEventListener('close', raise, { once: true });
}

export function pushToast(message: ToastMessage): void {
  raise();
  // The live region must exist before its text, or nothing is announced.
  setTimeout(() => addToast(message), 50);
}

function Toaster() {
  const list = useSyncExternalStore(onToasts, toasts);
  return (
    <section aria-label="Notifications">
      <output aria-live="polite" aria-atomic="true">
        {list
          .filter((toast) => toast.isOpen)
          .map((toast) => (
            <Card key={toast.id} toast={toast} />
          ))}
      </output>
    </section>
  );
}

function Card({ toast: { id, title, text, isDestructive, action, openMs = TOAST_OPEN_MS } }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(id), openMs);
    return () => clearTimeout(timer);
  }, [id, isHeld, openMs]);
  return (
    <div
      className={isDestructive ? `${s.toast} ${s.destructive}` : s.toast}
      data-toast={isDestructive ? 'destructive' : 'default'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div>
        <b>{title}</b>
        {text && <p>{text}</p>}
        {action && (
          <button
            type="button"
            className={`button ${s.action}`}
            onClick={() => {
              dismissToast(id);
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button type="button" className={`button ${s.x}`} aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <svg viewBox="0 0 16 16" width="14" height="14" stroke="currentColor" strokeWidth="2" aria-hidden="true">
          <path d="m2 2 12 12M14 2 2 14" />
        </svg>
      </button>
    </div>
  );
}
