import type { ReactNode } from 'react';
import s from './admin.module.css';

/** The buttons at the end of an admin's form. `children` names the button that sends it, `back` the other. */
export function FormButtons({
  isBusy,
  disabled = isBusy,
  back = 'Cancel',
  onBack,
  children,
}: {
  isBusy: boolean;
  disabled?: boolean | undefined;
  back?: string;
  onBack: () => void;
  children: ReactNode;
}) {
  return (
    <p className={s.row}>
      <button type="submit" className="button primary" disabled={disabled} aria-busy={isBusy}>
        {children}
      </button>
      <button type="button" className="button" disabled={isBusy} onClick={onBack}>
        {back}
      </button>
    </p>
  );
}
