import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { requestOf } from '../../../api.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import { eventsQuery } from '../../nights/events/events-list.queries.ts';
import s from '../resale/resale.module.css';
import type { DraftEvent } from './sell-draft.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useApi } from '../../../use-api.ts';

const SHOWN = 4;

export function EventPicker({
  event,
  error,
  onChoose,
}: {
  event: DraftEvent | null;
  error: string | undefined;
  onChoose: (event: DraftEvent | null) => void;
}) {
  if (!event) return <Search error={error} onChoose={onChoose} />;
  return (
    <div className={s.chosen}>
      <p>
        <b>{event.title}</b>
        <span className={s.small}>{whenAndWhere(event)}</span>
      </p>
      <button type="button" className="button" onClick={() => onChoose(null)}>
        Change<span className="sr"> the night</span>
      </button>
    </div>
  );
}

function Search({ error, onChoose }: { error: string | undefined; onChoose: (event: DraftEvent) => void }) {
  const api = useApi();
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const {
    data,
    error: failure,
    isError,
    hasNextPage,
    refetch,
  } = useInfiniteQuery({
    ...eventsQuery(api, { q: asked }),
    placeholderData: keepPreviousData,
  });
  const found = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <div className={s.form}>
      <Field
        label="Night"
        name="event"
        type="search"
        placeholder="Search events or venues..."
        autoComplete="off"
        value={text}
        {...(error ? { error } : {})}
        onChange={({ target }) => setText(target.value)}
        // Enter in the search must not submit the form.
        onKeyDown={(press) => press.key === 'Enter' && press.preventDefault()}
      />
      <ul className={s.events} aria-label="Nights to choose from">
        {found.slice(0, SHOWN).map(({ id, slug, title, start_at, venue }) => {
          const event = { id, slug, title, start_at, venue_name: venue.name };
          return (
            <li key={id}>
              <button type="button" className="button" onClick={() => onChoose(event)}>
                {title}
                <span className={s.small}>{whenAndWhere(event)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <output className={s.small}>
        {!data && !isError && 'Loading...'}
        {data && found.length === 0 && 'No upcoming night matches.'}
        {found.length > SHOWN && `${found.length - SHOWN}${hasNextPage ? '+' : ''} more. Keep typing to find yours.`}
      </output>
      {isError && (
        <Alert>
          We couldn’t load the nights.{requestOf(failure)}{' '}
          <button type="button" className="button" onClick={() => void refetch()}>
            Try again
          </button>
        </Alert>
      )}
    </div>
  );
}

function whenAndWhere({ start_at, venue_name }: DraftEvent): string {
  const { weekday, month, day, time } = eventDateParts(start_at);
  return `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${day}, ${time} · ${venue_name}`;
}
