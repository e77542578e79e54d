import { type ComponentProps, type ComponentType, useRef, useState } from 'react';

/** The props of every dialog. A dialog calls `onClose` once it has closed. */
export interface DialogProps {
  onClose: () => void;
}

/** Opens a dialog, whose code loads on hover, focus or click. If `instead` returns true, the dialog stays closed. */
export function DialogButton<P extends object>({
  load,
  pass,
  instead,
  ...button
}: ComponentProps<'button'> & {
  load: () => Promise<ComponentType<P & DialogProps>>;
  pass: P;
  instead?: (() => Promise<boolean>) | undefined;
}) {
  const isBusy = useRef(false);
  const [Shown, setShown] = useState<{ Dialog: ComponentType<P & DialogProps> }>();
  const [failed, setFailed] = useState(false);
  const warm = () => void load().catch(() => undefined);
  const open = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      if (await instead?.()) return;
      const Dialog = await load();
      setShown({ Dialog });
      setFailed(false);
    } catch {
      setFailed(true);
    } finally {
      isBusy.current = false;
    }
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => void open()}
        {...button}
      />
      {failed && <span role="alert">No connection. Please try again.</span>}
      {Shown && <Shown.Dialog {...pass} onClose={() => setShown(undefined)} />}
    </>
  );
}
