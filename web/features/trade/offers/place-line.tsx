import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { type Place, placeQuery } from './offers.queries.ts';

/**
 * Where a person stands on the waitlist of an event, how fast it moves, and the way to the tickets that are offered to
 * them.
 */
export function PlaceLine({ user_id, event_id }: { user_id: string; event_id: string }) {
  const { api } = useRouteContext({ from: '__root__' });
  const { data } = useQuery(placeQuery(api, { user_id, event_id }));
  const waiting = data?.waiting;
  if (!waiting) return null;
  if (waiting.offer) {
    return (
      <>
        Tickets are offered to you until {untilWhen(waiting.offer.expires_at)}.{' '}
        <Link to="/offers/$offerId" params={{ offerId: waiting.offer.id }}>
          See the offer
        </Link>
      </>
    );
  }
  if (waiting.confirm_token) {
    return (
      <Link to="/waitlist-confirm" search={{ token: waiting.confirm_token }}>
        Confirm my place
      </Link>
    );
  }
  if (waiting.stay_token) {
    return (
      <>
        Two offers went unanswered, so you are offered no tickets for now.{' '}
        <Link to="/waitlist-stay" search={{ token: waiting.stay_token }}>
          I still want to come
        </Link>
      </>
    );
  }
  return <>{standing(waiting)}</>;
}

/** "You are number 3 of 12. In the last 24 hours 2 people were offered tickets, in the last 7 days 9." */
export function standing({ place, people, day, week }: Pick<Place, 'place' | 'people' | 'day' | 'week'>): string {
  if (place === null) return 'You have a request for this night, so you are offered no other tickets.';
  const moved = `In the last 24 hours ${day} ${day === 1 ? 'person was' : 'people were'} offered tickets, in the last 7 days ${week}.`;
  return `You are number ${place} of ${people}. ${moved}`;
}
