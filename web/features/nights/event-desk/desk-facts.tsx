import { FEWEST_SHOWN } from '../../../../worker/contract/nights/going.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { STATUS } from '../admin-events/event-table.tsx';
import desk from './desk.module.css';
import type { Desk } from './desk.queries.ts';

export function DeskFacts({ event }: { event: Desk['event'] }) {
  const { word, tone } = STATUS[event.status];
  return (
    <dl className={s.facts}>
      <dt>Status</dt>
      <dd>
        <Badge tone={tone}>{word}</Badge>
      </dd>
      {event.status === 'scheduled' && event.publish_at && (
        <>
          <dt>Public from</dt>
          <dd>
            <DateTime instant={event.publish_at} />
          </dd>
        </>
      )}
      <dt>Starts</dt>
      <dd>
        <DateTime instant={event.start_at} />
      </dd>
      <dt>Venue</dt>
      <dd>{[event.venue.name, event.venue.city].filter(Boolean).join(', ')}</dd>
      <dt>Face value</dt>
      <dd>{event.ticket_price === null ? 'None yet' : priceText(event.ticket_price)}</dd>
      <dt>Organizer</dt>
      <dd>{event.organizer.display_name ?? event.organizer.email ?? 'Nobody'}</dd>
    </dl>
  );
}

export function DeskCounts({ desk: { waitlist, unconfirmed, requests, on_sale, going } }: { desk: Desk }) {
  const counts: (readonly [string, number | string])[] = [
    ['Waitlist, pending', waitlist.pending],
    ['Waitlist, not confirmed', unconfirmed],
    ['Waitlist, accepted', waitlist.accepted],
    ['Waitlist, declined', waitlist.declined],
    ['Requests, pending', requests.pending],
    ['Requests, accepted', requests.accepted],
    ['Requests, closed', requests.declined + requests.cancelled + requests.expired],
    ['Tickets on sale', on_sale.tickets],
    ['Tickets held', on_sale.held],
    ...(going === null ? [] : [['Going or would go', going === 'few' ? `Fewer than ${FEWEST_SHOWN}` : going] as const]),
  ];
  return (
    <dl className={`${s.figures} ${desk.counts}`}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}
