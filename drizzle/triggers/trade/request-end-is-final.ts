import { sql } from '../sql.ts';

/**
 * An ended request keeps its status, so the stock of its listing moves once.
 */
export const requestEndIsFinal = [
  sql`
    CREATE TRIGGER request_end_is_final BEFORE UPDATE OF status ON ticket_requests
    WHEN old.status <> 'pending' AND new.status <> old.status AND old.group_id IS NULL
    BEGIN
      SELECT RAISE(ABORT, 'request_end_is_final: an ended request keeps its status');
    END`,
  // The end of one request of a group ends the others too. If the same statement was to end them as well, it leaves
  // them as they are.
  sql`
    CREATE TRIGGER request_end_is_final_in_group BEFORE UPDATE OF status ON ticket_requests
    WHEN old.status <> 'pending' AND new.status <> old.status AND old.group_id IS NOT NULL
    BEGIN
      SELECT RAISE(IGNORE);
    END`,
];
