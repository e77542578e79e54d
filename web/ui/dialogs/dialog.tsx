import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import s from './dialog.module.css';

/**
 * A modal dialog, open while it is mounted. `onClose` is called once it has closed and the focus is back where it was.
 * While `locked`, Escape and a click outside do not close it, but a button in a `<form method="dialog">` does.
 */
export function Dialog({
  title,
  locked = false,
  onClose,
  children,
}: {
  title: string;
  locked?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    // An open dialog is closed before it is unmounted. So the focus goes back to the page, and toasts move out of the
    // dialog.
    return () => shown.close();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={s.dialog}
      aria-labelledby={heading}
      {...{ closedby: locked ? 'none' : 'any' }}
      onKeyDown={(event) => locked && event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => locked && event.preventDefault()}
      onClose={onClose}
    >
      <div className={s.head}>
        <h2 id={heading}>{title}</h2>
        <form method="dialog">
          <button className={`button ${s.x}`} aria-label="Close">
            <svg viewBox="0 0 16 16" width="16" height="16" stroke="currentColor" strokeWidth="2" aria-hidden="true">
              <path d="m2 2 12 12M14 2 2 14" />
            </svg>
          </button>
        </form>
      </div>
      {children}
    </dialog>,
    document.body,
  );
}
