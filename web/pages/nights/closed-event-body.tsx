import { Link } from '@tanstack/react-router';
import type { EventCard, EventDetail } from '../../features/nights/events/events.queries.ts';
import { StatTiles } from '../../features/nights/events/stat-tiles.tsx';
import { EventChat } from './event-chat.tsx';
import s from './event-page.module.css';

export function ClosedEventBody({
  event,
  whole,
  isCancelled,
}: {
  event: Pick<EventCard, 'description'>;
  whole: EventDetail | null;
  isCancelled: boolean;
}) {
  return (
    <div className={s.body}>
      <div className={s.main}>
        <p>
          {isCancelled ? 'This night is canceled.' : 'This night is over.'}{' '}
          <Link to="/events">See what is coming up</Link>
        </p>
        {whole?.cancel_reason && <p className={s.about}>The organizer writes: {whole.cancel_reason}</p>}
        {event.description && <p className={s.about}>{event.description}</p>}
        {!isCancelled && <StatTiles listingCount={whole?.listing_count ?? null} tiles={whole?.tiles ?? null} isOver />}
      </div>
      <EventChat />
    </div>
  );
}
