import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import s from './confirm-dialog.module.css';

/** Asks before an action. The button that changes nothing comes first. */
export function ConfirmDialog({
  title,
  confirm,
  keep = 'Cancel',
  isGood = false,
  isBusy,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  confirm: string;
  /** The text of the button that changes nothing, if "Cancel" would be misunderstood. */
  keep?: string;
  /** True for an action that removes nothing. */
  isGood?: boolean;
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
            {keep}
          </button>
          <button
            type="button"
            className={`button ${isGood ? 'primary' : s.final}`}
            disabled={isBusy}
            aria-busy={isBusy}
            onClick={onConfirm}
          >
            {confirm}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
