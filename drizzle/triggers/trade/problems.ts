import { sql } from '../sql.ts';

/**
 * A problem ends with the hand-over that it is about, whatever ended it. A replacement ends it before.
 */
export const problems = [
  sql`
    CREATE TRIGGER problem_ends_with_handover AFTER UPDATE OF status ON handovers WHEN new.status IN ('received', 'failed') AND old.status <> new.status
    BEGIN
      UPDATE problems SET
        status = iif(new.status = 'received', 'rejected', 'refunded'),
        decided_at = new.ended_at,
        decided_by = coalesce(ruled_by, CASE new.ended_by WHEN 'staff' THEN 'staff' WHEN 'time' THEN 'time' ELSE 'facts' END)
      WHERE request_id = new.request_id AND status = 'open';
    END`,
  // A decided problem stays decided.
  sql`
    CREATE TRIGGER problem_end_is_final BEFORE UPDATE OF status ON problems WHEN old.status <> 'open' AND new.status <> old.status
    BEGIN
      SELECT RAISE(ABORT, 'problem_end_is_final: a decided problem keeps its decision');
    END`,
];
