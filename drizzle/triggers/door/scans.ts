import { MOST_GUEST_PLACES } from '../../vocabulary.ts';
import { sql } from '../sql.ts';

/**
 * Each place belongs to its earliest scans, in whatever order the doors send them. The places of a ticket and of an
 * accepted person of the waitlist are one, those of a guest are the number on the guest list. Unique indexes on the
 * seats refuse everything else.
 */
export const scans = [
  sql`
    CREATE TRIGGER scans_seat_new AFTER INSERT ON scans
    BEGIN
      UPDATE scans SET seat = NULL WHERE event_id = new.event_id AND place = new.place AND seat IS NOT NULL;
      UPDATE scans SET seat = (
        SELECT count(*) FROM scans AS other WHERE other.event_id = scans.event_id AND other.place = scans.place
          AND other.undone_at IS NULL AND (other.at, other.nonce) <= (scans.at, scans.nonce))
      WHERE nonce IN (
        SELECT nonce FROM scans WHERE event_id = new.event_id AND place = new.place AND undone_at IS NULL
        ORDER BY at, nonce
        LIMIT coalesce((SELECT places FROM event_guests WHERE 'guest:' || id = new.place), iif(new.place LIKE 'guest:%', ${MOST_GUEST_PLACES}, 1)));
    END`,
  sql`
    CREATE TRIGGER scans_seat_undone AFTER UPDATE OF undone_at ON scans
    BEGIN
      UPDATE scans SET seat = NULL WHERE event_id = new.event_id AND place = new.place AND seat IS NOT NULL;
      UPDATE scans SET seat = (
        SELECT count(*) FROM scans AS other WHERE other.event_id = scans.event_id AND other.place = scans.place
          AND other.undone_at IS NULL AND (other.at, other.nonce) <= (scans.at, scans.nonce))
      WHERE nonce IN (
        SELECT nonce FROM scans WHERE event_id = new.event_id AND place = new.place AND undone_at IS NULL
        ORDER BY at, nonce
        LIMIT coalesce((SELECT places FROM event_guests WHERE 'guest:' || id = new.place), iif(new.place LIKE 'guest:%', ${MOST_GUEST_PLACES}, 1)));
    END`,
  // What a scan says never changes, and an undone scan stays undone.
  sql`
    CREATE TRIGGER scans_stay BEFORE UPDATE OF nonce, event_id, place, request_id, position, way, at, door, staff_id, undone_at ON scans
    WHEN (new.nonce, new.event_id, new.place, new.request_id, new.position, new.way, new.at, new.door, new.staff_id)
        IS NOT (old.nonce, old.event_id, old.place, old.request_id, old.position, old.way, old.at, old.door, old.staff_id)
      OR (old.undone_at IS NOT NULL AND new.undone_at IS NOT old.undone_at)
    BEGIN
      SELECT RAISE(ABORT, 'scans_stay: a scan cannot change');
    END`,
  // A pass that was voided stays void, and is bound to one phone.
  sql`
    CREATE TRIGGER passes_stay BEFORE UPDATE ON passes
    WHEN (new.request_id, new.position, new.device_key) IS NOT (old.request_id, old.position, old.device_key)
      OR (old.voided_at IS NOT NULL AND new.voided_at IS NOT old.voided_at)
    BEGIN
      SELECT RAISE(ABORT, 'passes_stay: this pass cannot change');
    END`,
  // Passes move to another phone only before somebody was let in by their code. A mark by name is no use of the
  // pass: whoever is at the door can make it.
  sql`
    CREATE TRIGGER passes_move_before_entry BEFORE UPDATE OF voided_at ON passes
    WHEN new.voided_at IS NOT NULL AND old.voided_at IS NULL
      AND EXISTS (SELECT 1 FROM scans WHERE request_id = new.request_id AND seat IS NOT NULL AND way = 'qr')
    BEGIN
      SELECT RAISE(ABORT, 'passes_move_before_entry: somebody was let in with these passes');
    END`,
];
