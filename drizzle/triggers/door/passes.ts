import { changes, refuse, sql } from '../sql.ts';

/**
 * A pass is bound to one phone for good. To change phones, the holder of the ticket (the buyer or a friend) can void
 * the pass until the door has scanned its QR code. After an entry by name or short code, the holder can still void the
 * pass, because the door does not see the phone at such an entry.
 */
export const passes = [
  sql`
    CREATE TRIGGER pass_changes BEFORE UPDATE ON passes
    BEGIN
      ${refuse(
        'passes_stay',
        'this pass cannot change',
        sql`${changes('request_id', 'position', 'device_key')} OR old.voided_at IS NOT NULL
          AND ${changes('voided_at')}`,
      )}
      ${refuse(
        'passes_move_before_entry',
        'somebody was let in with these passes',
        sql`new.voided_at IS NOT NULL AND old.voided_at IS NULL
          AND EXISTS (SELECT 1 FROM scans WHERE request_id = new.request_id AND position = new.position
            AND seat IS NOT NULL AND way = 'qr')`,
      )}
    END`,
];
