import { type ComponentProps, type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** A button that asks for confirmation in a dialog. `onConfirm` gets a function that closes the dialog. */
export function ConfirmButton({
  label,
  onConfirm,
  children,
  ...asks
}: Omit<ComponentProps<typeof ConfirmDialog>, 'onConfirm' | 'onClose'> & {
  label: ReactNode;
  onConfirm: (close: () => void) => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setAsked(true)}>
        {label}
      </button>
      {isAsked && (
        <ConfirmDialog {...asks} onConfirm={() => onConfirm(close)} onClose={close}>
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
