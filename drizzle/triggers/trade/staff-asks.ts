import { sql } from '../sql.ts';

/**
 * A decision about a problem waits for nobody once the problem is over.
 */
export const staffAsks = [
  sql`
    CREATE TRIGGER staff_ask_is_over AFTER UPDATE OF status ON handovers WHEN old.status = 'problem' AND new.status <> 'problem'
    BEGIN
      DELETE FROM staff_asks WHERE target_id = new.request_id AND action LIKE 'handover.%';
    END`,
];
