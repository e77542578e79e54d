import { useState } from 'react';
import { MOST_DATES, SERIES_STEPS, type SeriesStep } from '../../../../worker/contract/nights/events/series.ts';
import s from '../../../admin-ui/admin.module.css';
import { FormButtons } from '../../../admin-ui/form-buttons.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { useForm } from '../../../use-form.ts';
import { usePoster } from '../images/use-poster.ts';
import { eventCalls, type SeriesPlan } from './admin-events.queries.ts';
import { EventFields } from './event-fields.tsx';
import { EMPTY_EVENT, NewEvent } from './event-form.ts';
import { SeriesDates } from './series-dates.tsx';

const WORDS: Record<SeriesStep, string> = {
  weekly: 'Every week',
  biweekly: 'Every two weeks',
  monthly: 'Every month, on this weekday',
};

export function SeriesDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const calls = eventCalls(api);
  const [rule, setRule] = useState<{ every: SeriesStep; until: string }>({ every: 'weekly', until: '' });
  const [plan, setPlan] = useState<{ series: SeriesPlan; key: string }>();
  const preview = useAction(calls.previewSeries, {
    reads: [],
    done: (_dates, series) => setPlan({ series, key: crypto.randomUUID() }),
  });
  const poster = usePoster();
  const createWithPoster = async (asked: Parameters<typeof calls.createSeries>[0]) => {
    const made = await calls.createSeries(asked);
    await poster.send(made.events[0]?.slug, { following: true });
    return made;
  };
  const create = useAction(createWithPoster, {
    done: ({ events }) => {
      showToast({ title: 'Series created', text: `${events.length} nights.` });
      onClose();
    },
  });
  const form = useForm({
    schema: NewEvent,
    initial: EMPTY_EVENT,
    mutation: {
      ...preview,
      mutate: (change, options) => change.id === null && preview.mutate({ event: change.json, ...rule }, options),
    },
  });
  const isBusy = preview.isPending || create.isPending;
  return (
    <Dialog title={plan ? 'The dates of the series' : 'New series'} locked={form.isTouched || isBusy} onClose={onClose}>
      {plan && preview.data ? (
        <SeriesDates
          dates={preview.data.dates}
          isBusy={isBusy}
          error={create.error?.message}
          onCreate={(skip) => create.mutate({ ...plan, skip })}
          onBack={() => setPlan(undefined)}
        />
      ) : (
        <form className={s.form} {...form.props}>
          <EventFields form={form} slug={undefined} poster={poster} />
          <div className={s.pair}>
            <SelectField
              label="Repeats"
              name="every"
              value={rule.every}
              onChange={({ target }) => setRule({ ...rule, every: target.value as SeriesStep })}
            >
              {SERIES_STEPS.map((step) => (
                <option key={step} value={step}>
                  {WORDS[step]}
                </option>
              ))}
            </SelectField>
            <Field
              label="Until"
              type="date"
              name="until"
              required
              value={rule.until}
              error={form.problems['until']}
              onChange={({ target }) => {
                setRule({ ...rule, until: target.value });
                form.change({});
              }}
            />
          </div>
          <p className={s.small}>At most {MOST_DATES} dates. Each becomes a separate night.</p>
          <Alert>{form.error?.message}</Alert>
          <FormButtons isBusy={isBusy} onBack={onClose}>
            Show the dates
          </FormButtons>
        </form>
      )}
    </Dialog>
  );
}
