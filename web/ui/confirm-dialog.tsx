import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import s from './confirm-dialog.module.css';

/** Asks before something that cannot be taken back. The safe answer comes first. */
export function ConfirmDialog({
  title,
  confirm,
  isBusy,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  confirm: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog title={title} locked={isBusy} onClose={onClose}>
      <form method="dialog" className={s.ask}>
        {children}
        <p className={s.answers}>
          <button className="button" disabled={isBusy}>
            Cancel
          </button>
          <button type="button" className={`button ${s.final}`} disabled={isBusy} aria-busy={isBusy} onClick={onConfirm}>
            {confirm}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
