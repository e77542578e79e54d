import { CHANGE_MAIL } from '../../../worker/contract/nights/events/change-mail.ts';
import { DAY } from '../../../worker/contract/time/durations.ts';
import { sql } from '../sql.ts';

/**
 * A change of an event's time, venue, publication or cancellation is recorded with what people know of the event, so
 * that no writer can make it in silence. The same goes for the events of a venue, unless they started more than a day
 * ago. Changes within two minutes of each other become one mail, at most ten minutes after the first. A row that waits
 * for a later time, for example for the publication, begins afresh with the next change.
 */
export const eventChange = [
  sql`
    CREATE TRIGGER event_change_event AFTER UPDATE OF start_at, venue_id, is_published, publish_at, cancelled_at ON events
    WHEN old.start_at <> new.start_at OR old.venue_id <> new.venue_id OR old.is_published <> new.is_published
      OR old.publish_at IS NOT new.publish_at OR (old.cancelled_at IS NULL) <> (new.cancelled_at IS NULL)
    BEGIN
      INSERT INTO event_changes (event_id, told, first_at, due_at)
      SELECT new.id, json_object(
          'is_published', json(iif(old.is_published AND coalesce(old.publish_at, 0) <= t.now, 'true', 'false')),
          'is_cancelled', json(iif(old.cancelled_at IS NULL, 'false', 'true')),
          'start_at', old.start_at,
          'venue', json_object('name', v.name, 'name_key', v.name_key, 'address', v.address, 'city', v.city, 'city_key', v.city_key)), t.now, t.now + ${CHANGE_MAIL.rest_ms}
      FROM venues v, (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now) t WHERE v.id = old.venue_id
      ON CONFLICT (event_id) DO UPDATE SET
        first_at = iif(due_at IS NULL OR due_at > excluded.due_at, excluded.first_at, first_at),
        due_at = iif(due_at IS NULL OR due_at > excluded.due_at, excluded.due_at, min(excluded.due_at, first_at + ${CHANGE_MAIL.longest_ms}));
    END`,
  sql`
    CREATE TRIGGER event_change_venue AFTER UPDATE OF name, address, city ON venues
    WHEN old.name <> new.name OR old.address IS NOT new.address OR old.city <> new.city
    BEGIN
      INSERT INTO event_changes (event_id, told, first_at, due_at)
      SELECT e.id, json_object(
          'is_published', json(iif(e.is_published AND coalesce(e.publish_at, 0) <= t.now, 'true', 'false')),
          'is_cancelled', json(iif(e.cancelled_at IS NULL, 'false', 'true')),
          'start_at', e.start_at,
          'venue', json_object('name', old.name, 'name_key', old.name_key, 'address', old.address, 'city', old.city, 'city_key', old.city_key)), t.now, t.now + ${CHANGE_MAIL.rest_ms}
      FROM events e, (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now) t WHERE e.venue_id = new.id AND e.start_at > t.now - ${DAY}
      ON CONFLICT (event_id) DO UPDATE SET
        first_at = iif(due_at IS NULL OR due_at > excluded.due_at, excluded.first_at, first_at),
        due_at = iif(due_at IS NULL OR due_at > excluded.due_at, excluded.due_at, min(excluded.due_at, first_at + ${CHANGE_MAIL.longest_ms}));
    END`,
];
