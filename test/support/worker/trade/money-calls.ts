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
  ['GET no payment', call('GET', () => '/api/admin/money/requests/none'), 403, 404],
  ['GET no ticket file', call('GET', () => '/api/admin/ticket-files/none'), 403, 404],
  ['POST settle no payment', call('POST', () => '/api/admin/money/requests/none/settle'), 403, 404],
  ['POST refund of no payment', keyed(() => '/api/admin/refunds', aRefund), 403, 404],
  ['POST approve no refund', call('POST', () => '/api/admin/refunds/none/approve'), 403, 404],
  ['POST drop no refund', call('POST', () => '/api/admin/refunds/none/drop'), 403, 404],
  ['POST retry no refund', call('POST', () => '/api/admin/refunds/none/retry'), 403, 404],
  ['POST decide no hand-over', call('POST', () => '/api/admin/handovers/none', aDecision), 403, 404],
  [
    'POST freeze no payout',
    call(
      'POST',
      () => '/api/admin/payouts/none',
      () => ({ to: 'frozen' }),
    ),
    403,
    404,
  ],
  ["POST write off no seller's debt", keyed(() => '/api/admin/sellers/none/write-off', aDebt), 403, 404],
  ['POST settle no seller', call('POST', () => '/api/admin/sellers/none/settle', aNote), 403, 409],
  ['GET disputes', call('GET', () => '/api/admin/disputes'), 403, 200],
  ['GET no dispute', call('GET', () => '/api/admin/disputes/none'), 403, 404],
  ['POST submit for no dispute', call('POST', () => '/api/admin/disputes/none/submit'), 403, 404],
];
