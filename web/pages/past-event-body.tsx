import { Link } from '@tanstack/react-router';
import type { EventCard } from '../features/events/events.queries.ts';
import { StatTiles } from '../features/events/stat-tiles.tsx';
import { LazyPart } from '../ui/lazy-part.tsx';
import s from './event-page.module.css';

const loadLive = () => import('./event-live.client.tsx').then((module) => module.EventLive);

/** A past event below its poster: description and chat, and nothing to buy or to wait for. */
export function PastEventBody({ event, listingCount }: { event: Pick<EventCard, 'description'>; listingCount: number | null }) {
  return (
    <div className={s.body}>
      <div className={s.main}>
        <p>
          This night is over. <Link to="/events">See what is coming up</Link>
        </p>
        {event.description && <p className={s.about}>{event.description}</p>}
        <StatTiles listingCount={listingCount} isOver />
      </div>
      <div className={s.chat}>
        <LazyPart load={loadLive} idle />
      </div>
    </div>
  );
}
