import { useEffect, useEffectEvent } from 'react';

const TYPED = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';

/**
 * Calls the action of the pressed key, only once if the key is held down. Ignores keys in a field, keys while a dialog
 * is open, and keys with a modifier. The key `?` may come with Shift.
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
