import { type ComponentProps, type ComponentType, useState } from 'react';

/** The props of every dialog. It calls `onClose` once it has closed. */
export interface DialogProps {
  onClose: () => void;
}

/** A button that opens a dialog. The dialog's code is fetched on the first hover, focus or click. */
export function DialogButton<P extends object>({
  load,
  pass,
  ...button
}: ComponentProps<'button'> & { load: () => Promise<ComponentType<P & DialogProps>>; pass: P }) {
  const [Shown, setShown] = useState<{ Dialog: ComponentType<P & DialogProps> }>();
  const [failed, setFailed] = useState(false);
  const warm = () => void load().catch(() => undefined);
  const open = async () => {
    try {
      const Dialog = await load();
      setShown({ Dialog });
      setFailed(false);
    } catch {
      setFailed(true);
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
