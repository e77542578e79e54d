import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { eventDateParts } from '../../../worker/contract/event-time.ts';
import s from './resale.module.css';
import type { StatusText } from './status-words.ts';
import { Alert } from '../../ui/alert.tsx';

/** A request or listing as a ticket: the event and the status on the left, the price and the actions on the stub. */
export function TicketStub({
  event: { title, slug, start_at, venue_name },
  standing,
  price,
  note,
  actions,
  children,
}: {
  event: { title: string; slug: string; start_at: string; venue_name: string };
  standing: StatusText;
  price: string;
  note: string;
  actions: ReactNode;
  children: ReactNode;
}) {
  const { weekday, day, month, time } = eventDateParts(start_at);
  return (
    <li className={s.stub}>
      <div className={s.what}>
        <time dateTime={start_at} className={s.leaf}>
          <span>{weekday.slice(0, 3)}</span>
          <b>{day}</b>
          <span>{month.slice(0, 3)}</span>
        </time>
        <div className={s.about}>
          <div>
            <h3>
              <Link to="/events/$slug" params={{ slug }}>
                {title}
              </Link>
            </h3>
            <p className="muted">
              {venue_name}, {time}
            </p>
          </div>
          {children}
          <Badge tone={standing.tone}>{standing.word}</Badge>
          {standing.next && <p>{standing.next}</p>}
        </div>
      </div>
      <div className={s.end}>
        <p className={s.sum}>
          <b>{price}</b> <span>{note}</span>
        </p>
        {actions && <div className={s.actions}>{actions}</div>}
      </div>
    </li>
  );
}

/** Placeholders while a list is loading. */
export function TicketStubsLoading() {
  return (
    <div className={s.list}>
      <output className="sr">Loading...</output>
      <div className={s.waiting} />
      <div className={s.waiting} />
    </div>
  );
}

/** The failure of a list, with a button to try again. */
export function ListFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Alert>
      {error.message}{' '}
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </Alert>
  );
}
