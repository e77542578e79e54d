import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import stub from '../on-sale/on-sale.module.css';
import s from './resale.module.css';
import type { MyRequest } from './resale.queries.ts';
import { eventNotice, type StatusText } from '../../../common/words/status-words.ts';
import { Alert } from '../../../ui/alert.tsx';
import '../../../common/stub.css';

export function TicketStub({
  event,
  standing,
  price,
  note,
  actions,
  more,
  children,
}: {
  event: MyRequest['event'];
  standing: StatusText;
  price: string;
  note: string;
  actions: ReactNode;
  more?: ReactNode;
  children: ReactNode;
}) {
  const { title, slug, start_at, venue_name } = event;
  const { weekday, day, month, time } = eventDateParts(start_at);
  const notice = eventNotice(event);
  return (
    <li className={s.stub}>
      <div className={stub.what}>
        <time dateTime={start_at} className="leaf">
          <span>{weekday.slice(0, 3)}</span>
          <b>{day}</b>
          <span>{month.slice(0, 3)}</span>
        </time>
        <div className={s.about}>
          <div>
            <h3>
              {event.state === 'taken_down' ? (
                title
              ) : (
                <Link to="/events/$slug" params={{ slug }}>
                  {title}
                </Link>
              )}
            </h3>
            <p className="muted">
              {venue_name}, {time}
            </p>
          </div>
          {notice && (
            <p role="note">
              <Badge tone="bad">{notice.word}</Badge> {notice.next}
            </p>
          )}
          {children}
          <Badge tone={standing.tone}>{standing.word}</Badge>
          {standing.next && <p>{standing.next}</p>}
          {more}
        </div>
      </div>
      <div className={stub.end}>
        <p className={s.sum}>
          <b>{price}</b> <span>{note}</span>
        </p>
        {actions && <div className={s.actions}>{actions}</div>}
      </div>
    </li>
  );
}

export function TicketStubsLoading() {
  return (
    <div className={s.list}>
      <output className="sr">Loading...</output>
      <div className={s.waiting} />
      <div className={s.waiting} />
    </div>
  );
}

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
