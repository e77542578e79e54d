import { CHANGE_MAIL } from '../../../worker/contract/nights/events/change-mail.ts';
import { DAY } from '../../../worker/contract/time/durations.ts';
import { changes, NOW, sql } from '../sql.ts';
import { cardFollowsEvent, cardsFollowVenue, SHOWN } from './event-cards.ts';
import { endTrade } from './event-roles.ts';

/**
 * Stores what people knew of an event before it changed. `event` and `venue` name the old rows. The mail about the
 * change is due two minutes after the last change, but at the latest ten minutes after the first one. If the mail was
 * postponed, for example until the publication, the next change starts the ten minutes again.
 */
const recordChange = ({ event, venue, from }: { event: string; venue: string; from: string }) => sql`
      INSERT INTO event_changes (event_id, told, first_at, due_at)
      SELECT ${event}.id, json_object(
          'is_published', json(iif(${event}.is_published
            AND coalesce(${event}.publish_at, 0) <= t.now, 'true', 'false')),
          'is_cancelled', json(iif(${event}.cancelled_at IS NULL, 'false', 'true')),
          'start_at', ${event}.start_at,
          'venue', json_object('name', ${venue}.name, 'name_key', ${venue}.name_key, 'address', ${venue}.address,
            'city', ${venue}.city, 'city_key', ${venue}.city_key)),
        t.now, t.now + ${CHANGE_MAIL.quiet_ms}
      FROM (SELECT ${NOW} AS now) t, ${from}
      ON CONFLICT (event_id) DO UPDATE SET
        first_at = iif(due_at IS NULL OR due_at > excluded.due_at, excluded.first_at, first_at),
        due_at = iif(due_at IS NULL OR due_at > excluded.due_at, excluded.due_at,
          min(excluded.due_at, first_at + ${CHANGE_MAIL.longest_ms}));`;

const cityOf = (venue: string) => sql`iif(${venue}city_key = 'brooklyn', 'new york', ${venue}city_key)`;
const cityOfVenue = (id: string) => sql`(SELECT ${cityOf('')} FROM venues WHERE id = ${id})`;

/** If an event moves to another city, declines the event's ticket requests whose card is not authorized yet. */
const endCheckouts = ({ of, when }: { of: string; when: string }) => sql`
      UPDATE ticket_requests SET status = 'declined' WHERE ${when} AND event_id ${of} AND status = 'pending'
        AND EXISTS (SELECT 1 FROM payments WHERE request_id = ticket_requests.id AND status = 'awaiting');`;

/** Reacts to changed events and venues. A changed venue causes no mail about events that began over a day ago. */
export const eventChange = [
  sql`
    CREATE TRIGGER event_changed AFTER UPDATE OF ${SHOWN.join(', ')}, organizer_id ON events
    BEGIN
      ${cardFollowsEvent}
      ${recordChange({
        event: 'old',
        venue: 'v',
        from: sql`venues v WHERE v.id = old.venue_id
          AND (${changes('start_at', 'venue_id', 'is_published', 'publish_at')}
            OR (old.cancelled_at IS NULL) <> (new.cancelled_at IS NULL))`,
      })}
      ${endTrade({ event: 'new.id', user: 'new.organizer_id', when: changes('organizer_id') })}
      ${endCheckouts({
        of: '= new.id',
        when: sql`${changes('venue_id')} AND ${cityOfVenue('new.venue_id')} <> ${cityOfVenue('old.venue_id')}`,
      })}
    END`,
  sql`
    CREATE TRIGGER venue_changed AFTER UPDATE OF name, address, city, city_key ON venues
    BEGIN
      ${cardsFollowVenue}
      ${recordChange({
        event: 'e',
        venue: 'old',
        from: sql`events e WHERE e.venue_id = new.id AND e.start_at > t.now - ${DAY}
          AND ${changes('name', 'address', 'city')}`,
      })}
      ${endCheckouts({
        of: 'IN (SELECT id FROM events WHERE venue_id = new.id)',
        when: sql`${cityOf('new.')} <> ${cityOf('old.')}`,
      })}
    END`,
];
