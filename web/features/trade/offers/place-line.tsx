import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { useApi } from '../../../use-api.ts';
import { type Place, placeQuery } from './offers.queries.ts';

/**
 * Shows a person's place on a waitlist and how fast it moves. If the person has something to do, such as to answer an
 * offer, shows a link to that instead.
 */
export function PlaceLine({ user_id, event_id }: { user_id: string; event_id: string }) {
  const api = useApi();
  const { data } = useQuery(placeQuery(api, { user_id, event_id }));
  const waiting = data?.waiting;
  if (!waiting) return null;
  if (waiting.offer) {
    return (
      <>
        Tickets are held for you. Answer by {untilWhen(waiting.offer.expires_at)}.{' '}
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
        You didn’t answer two offers, so we paused offers for you.{' '}
        <Link to="/waitlist-stay" search={{ token: waiting.stay_token }}>
          I still want to come
        </Link>
      </>
    );
  }
  return <>{standing(waiting)}</>;
}

/** "You are number 3 of 12. We offered tickets to 2 people in the last 24 hours, and to 9 in the last 7 days." */
export function standing({ place, people, day, week }: Pick<Place, 'place' | 'people' | 'day' | 'week'>): string {
  if (place === null) return 'You have a request for this night, so we don’t offer you other tickets.';
  const today = `${day} ${day === 1 ? 'person' : 'people'} in the last 24 hours`;
  const moved = `We offered tickets to ${today}, and to ${week} in the last 7 days.`;
  return `You are number ${place} of ${people}. ${moved}`;
}
