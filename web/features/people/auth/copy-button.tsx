import { showToast } from '../../../ui/toast.ts';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: 'Copied' });
    } catch {
      showToast({
        title: 'Not copied',
        text: 'Your browser doesn’t allow it. Select the text and copy it.',
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
