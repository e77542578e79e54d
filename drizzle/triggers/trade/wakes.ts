import { sql } from '../sql.ts';

/**
 * Statement of a trigger: the payment is looked at again at once, whoever changed what belongs to it. The cron finds
 * it by `settle_at`, so nothing is lost if the process that made the change ends before it looks itself.
 */
export const wakePayment = (when = 'true'): string =>
  sql`UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id AND ${when};`;
