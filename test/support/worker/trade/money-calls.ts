import { type AdminCall, call, keyed } from '../admin-objects.ts';

const aRefund = () => ({ request_id: 'none', amount: 5, note: 'The bar was shut.' });

const aDecision = () => ({ to: 'received', note: 'The buyer was inside.' });

const aNote = () => ({ note: 'They have explained it.' });

const aDebt = () => ({ amount: 5, note: 'The account is closed.' });

/** The API calls that the money pages for staff make. Where a call names an object, the object does not exist. */
export const MONEY_CALLS: AdminCall[] = [
  ['GET money', call('GET', () => '/api/admin/money'), 403, 200],
  ['GET money by day', call('GET', () => '/api/admin/money/days'), 403, 200],
  ['GET payments', call('GET', () => '/api/admin/money/requests'), 403, 200],
  ['GET an unknown payment', call('GET', () => '/api/admin/money/requests/none'), 403, 404],
  ['GET an unknown ticket file', call('GET', () => '/api/admin/ticket-files/none'), 403, 404],
  ['POST settle an unknown payment', call('POST', () => '/api/admin/money/requests/none/settle'), 403, 404],
  ['POST refund of an unknown payment', keyed(() => '/api/admin/refunds', aRefund), 403, 404],
  ['POST approve an unknown refund', call('POST', () => '/api/admin/refunds/none/approve'), 403, 404],
  ['POST drop an unknown refund', call('POST', () => '/api/admin/refunds/none/drop'), 403, 404],
  ['POST retry an unknown refund', call('POST', () => '/api/admin/refunds/none/retry'), 403, 404],
  ['POST decide an unknown hand-over', call('POST', () => '/api/admin/handovers/none', aDecision), 403, 404],
  [
    'POST freeze an unknown payout',
    call(
      'POST',
      () => '/api/admin/payouts/none',
      () => ({ to: 'frozen' }),
    ),
    403,
    404,
  ],
  ['POST write off the debt of an unknown seller', keyed(() => '/api/admin/sellers/none/write-off', aDebt), 403, 404],
  ['POST settle an unknown seller', call('POST', () => '/api/admin/sellers/none/settle', aNote), 403, 409],
  ['GET disputes', call('GET', () => '/api/admin/disputes'), 403, 200],
  ['GET an unknown dispute', call('GET', () => '/api/admin/disputes/none'), 403, 404],
  ['POST submit for an unknown dispute', call('POST', () => '/api/admin/disputes/none/submit'), 403, 404],
];
