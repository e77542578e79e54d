import { sql } from '../sql.ts';

/** Makes a changed payment due for `settle` now. So the cron settles it even if the process that changed it dies. */
export const wakePayment = (when = 'true'): string =>
  sql`UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id AND ${when};`;
