import { useId } from 'react';
import { HANDOVER_WAYS } from './handover-words.ts';
import type { HandoverKind } from '../../../../drizzle/handover-vocabulary.ts';
import s from './handover.module.css';

export function HandoverChoice({
  kind,
  isBusy,
  onChoose,
}: {
  kind: HandoverKind;
  isBusy: boolean;
  onChoose: (kind: HandoverKind) => void;
}) {
  const id = useId();
  return (
    <fieldset className={s.choice} disabled={isBusy}>
      <legend>How the buyer gets them</legend>
      {HANDOVER_WAYS.map(({ kind: each, label, means }) => (
        <div key={each} className={s.way}>
          <label>
            <input
              type="radio"
              name="kind"
              value={each}
              checked={kind === each}
              aria-describedby={`${id}-${each}`}
              onChange={() => onChoose(each)}
            />
            {label}
          </label>
          <p id={`${id}-${each}`} className={s.small}>
            {means}
          </p>
        </div>
      ))}
    </fieldset>
  );
}
