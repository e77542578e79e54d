import { showToast } from '../../../ui/toast.ts';

/** Copies a text. Where the browser forbids it, a toast says to copy by hand. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: 'Copied' });
    } catch {
      showToast({
        title: 'Not copied',
        text: 'Your browser does not allow it. Select the text and copy it.',
        isDestructive: true,
      });
    }
  };
  return (
    <button type="button" className="button" onClick={() => void copy()}>
      {label}
    </button>
  );
}
