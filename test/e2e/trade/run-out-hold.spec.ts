import { expect, test } from '../test.ts';
import { localRows } from '../../support/local-rows.ts';
import { RUN_OUT_HOLD } from '../../support/run-out-hold.ts';

const SQL = `SELECT r.status, l.quantity, l.held FROM ticket_requests r JOIN listings l ON l.id = r.listing_id
  WHERE r.id = ?`;

test('the tickets of an expired hold are free within 90 seconds, even if no page is open', async () => {
  await expect
    .poll(() => localRows(SQL, RUN_OUT_HOLD.id), { timeout: 90_000, intervals: [1000] })
    .toEqual([{ status: 'expired', quantity: 2, held: 0 }]);
});
