import { changes, refuse, sql } from '../sql.ts';

/**
 * A pass that was voided stays void, and is bound to one phone. Passes move to another phone only before somebody was
 * let in by their code. A mark by name is no use of the pass: whoever is at the door can make it.
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
          AND EXISTS (SELECT 1 FROM scans WHERE request_id = new.request_id AND seat IS NOT NULL AND way = 'qr')`,
      )}
    END`,
];
