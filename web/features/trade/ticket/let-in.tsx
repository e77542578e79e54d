import { useEffect, useState } from 'react';
import type { OwnPasses } from '../pass/own-passes.ts';
import s from './let-in.module.css';
import { entryText } from './ticket-words.ts';

const RAYS = Array.from({ length: 24 }, (_, index) => index * 15);

/**
 * Celebrates an entry with a scanned code. An entry that door staff recorded by hand gets only a line of text, because
 * they may have let in somebody else.
 */
export function LetIn(entry: OwnPasses['let_in'][number]) {
  const isScanned = entry.way === 'qr';
  const [isNew] = useState(() => Date.now() - Date.parse(entry.at) < 60_000);
  useEffect(() => {
    if (isScanned && isNew) navigator.vibrate?.([60, 60, 120]);
  }, [isScanned, isNew]);
  if (!isScanned) return <p role="note">{entryText(entry)}</p>;
  return (
    <output className={s.joy} data-new={isNew || undefined}>
      <svg viewBox="-100 -100 200 200" aria-hidden="true" className={s.rays}>
        {RAYS.map((turn) => (
          <path key={turn} d="M0 0l-6.500 -100h13z" transform={`rotate(${turn})`} />
        ))}
      </svg>
      <span className={s.word}>You’re in</span>
      <span className={s.when}>{entryText(entry)}</span>
    </output>
  );
}
