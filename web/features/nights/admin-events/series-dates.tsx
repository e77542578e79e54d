import { useState } from 'react';
import s from '../../../admin-ui/admin.module.css';
import { FormButtons } from '../../../admin-ui/form-buttons.tsx';
import { shortTime } from '../../../admin-ui/date-time.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import type { SeriesPreview } from './admin-events.queries.ts';

type Dates = SeriesPreview['dates'];

/** Asks which dates to create. A date with a `problem`, or a `clash` with an event at the venue, starts unchecked. */
export function SeriesDates({
  dates,
  isBusy,
  error,
  onCreate,
  onBack,
}: {
  dates: Dates;
  isBusy: boolean;
  error: string | undefined;
  onCreate: (skip: string[]) => void;
  onBack: () => void;
}) {
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(
    () => new Set(dates.filter(({ clash, problem }) => clash ?? problem).map(({ date }) => date)),
  );
  const toggle = (date: string, isOn: boolean) =>
    setSkipped((before) => {
      const after = new Set(before);
      if (isOn) after.delete(date);
      else after.add(date);
      return after;
    });
  const count = dates.length - skipped.size;
  return (
    <form
      className={s.form}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (!isBusy) onCreate([...skipped]);
      }}
    >
      <ul className={s.form}>
        {dates.map(({ date, start_at, clash, problem }) => (
          <li key={date}>
            {start_at ? (
              <CheckField
                label={shortTime(start_at)}
                checked={!skipped.has(date)}
                onChange={({ target }) => toggle(date, target.checked)}
              />
            ) : (
              <s>{date}</s>
            )}
            {clash && <p className={s.small}>{clash} is already at this venue that day.</p>}
            {problem && <p className={s.small}>{problem}</p>}
          </li>
        ))}
      </ul>
      <Alert>{error}</Alert>
      <FormButtons isBusy={isBusy} disabled={isBusy || count === 0} back="Back" onBack={onBack}>
        Create {count} {count === 1 ? 'night' : 'nights'}
      </FormButtons>
    </form>
  );
}
