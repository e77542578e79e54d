import { useEffect, useRef } from 'react';
import type { Shown } from './door-words.ts';
import s from './door.module.css';

/** The last result, large: in colour and in words. */
export function DoorResult({ shown, onUndo }: { shown: Shown | null; onUndo: (() => void) | null }) {
  const box = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    // A person who was found further down is let in up here.
    if (shown) box.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <output ref={box} className={s.result} data-tone={shown?.tone ?? 'none'} aria-live="assertive">
      {shown ? (
        <>
          <b className={s.word}>{shown.word}</b>
          {shown.name && <span className={s.name}>{shown.name}</span>}
          {shown.reason && <span>{shown.reason}</span>}
        </>
      ) : (
        <span>Scan a pass, type its code, or find a guest.</span>
      )}
      {onUndo && (
        <button type="button" className="button" onClick={onUndo}>
          Undo
        </button>
      )}
    </output>
  );
}
