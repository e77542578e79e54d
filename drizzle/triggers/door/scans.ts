import { MOST_GUEST_PLACES } from '../../vocabulary.ts';
import { changes, refuse, sql } from '../sql.ts';

const WAITLIST = 'waitlist:';

/**
 * A `place` is a right to enter, and its number of seats says how many people it admits. A ticket has one seat. For a
 * guest or a person from the waitlist, the column `places` of their row is the number of seats. The earliest scans of a
 * place get its seats, even if a door sends an early scan late. A scan without a seat admits nobody.
 */
const seatScans = sql`
      UPDATE scans SET seat = NULL WHERE event_id = new.event_id AND place = new.place AND seat IS NOT NULL;
      UPDATE scans SET seat = (
        SELECT count(*) FROM scans AS other WHERE other.event_id = scans.event_id AND other.place = scans.place
          AND other.undone_at IS NULL AND (other.at, other.nonce) <= (scans.at, scans.nonce))
      WHERE nonce IN (
        SELECT nonce FROM scans WHERE event_id = new.event_id AND place = new.place AND undone_at IS NULL
        ORDER BY at, nonce
        LIMIT coalesce((SELECT places FROM event_guests WHERE 'guest:' || id = new.place),
          (SELECT places FROM waitlist WHERE id = substr(new.place, ${WAITLIST.length + 1})
            AND new.place LIKE '${WAITLIST}%'),
          iif(new.place LIKE 'guest:%', ${MOST_GUEST_PLACES}, 1)));`;

const TERMS = ['nonce', 'event_id', 'place', 'request_id', 'position', 'way', 'at', 'door', 'staff_id'];

export const scans = [
  sql`
    CREATE TRIGGER scan_made AFTER INSERT ON scans
    BEGIN
      ${seatScans}
    END`,
  // The facts of a scan never change, and an undone scan stays undone.
  sql`
    CREATE TRIGGER scan_undone AFTER UPDATE OF ${TERMS.join(', ')}, undone_at ON scans
    BEGIN
      ${refuse(
        'scans_stay',
        'a scan cannot change',
        sql`${changes(...TERMS)} OR old.undone_at IS NOT NULL
        AND ${changes('undone_at')}`,
      )}
      ${seatScans}
    END`,
];
