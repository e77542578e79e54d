import { useEffect, useEffectEvent } from 'react';

/** A field in which a letter is text. */
const TYPED = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';

/**
 * Calls the action of a key, wherever the focus is on the page. It does nothing while somebody types in a field, while
 * a dialog is open, and with a modifier, which belongs to the browser.
 */
export function useKeys(isOn: boolean, actions: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey, shiftKey, repeat, target } = event;
    const action = actions[key.toLowerCase()];
    if (!action || ctrlKey || altKey || metaKey || (shiftKey && key !== '?') || repeat) return;
    if ((target instanceof Element && target.closest(TYPED)) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}
