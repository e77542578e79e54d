import type { ReactNode } from 'react';
import s from './admin.module.css';

/** `children` labels the submit button, and `back` labels the other button. */
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
