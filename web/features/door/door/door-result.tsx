import type { Shown } from './door-words.ts';
import s from './door.module.css';

/** The signs that tell the results apart without color. */
const SIGNS: Record<Shown['tone'], string> = { good: '✓', known: '!', bad: '✕' };

export function DoorResult({ shown, onUndo }: { shown: Shown | null; onUndo: (() => void) | null }) {
  return (
    <output className={s.result} data-tone={shown?.tone ?? 'none'} aria-live="assertive">
      {shown ? (
        <>
          <b className={s.word} data-sign={SIGNS[shown.tone]}>
            {shown.word}
          </b>
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
