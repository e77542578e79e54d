/** Sources, and the test files that judge each of their mutants. */
export interface Judged {
  sources: string[];
  tests: string[];
}

const AUTH = 'worker/features/auth';
const TICKETS = 'worker/features/tickets';
const PAYMENTS = 'worker/features/payments';
const INGEST = 'worker/features/ingest';

/** What `npm run mutate` looks at. Pairs with unit tests alone come first: they take a second for each mutant, the others several. */
export const AREAS: Record<string, Judged[]> = {
  auth: [
    { sources: [`${AUTH}/factors/totp.ts`], tests: [`${AUTH}/factors/totp.test.ts`] },
    { sources: [`${AUTH}/accounts/ban.rules.ts`], tests: [`${AUTH}/accounts/ban.rules.test.ts`] },
    { sources: [`${AUTH}/accounts/choose-account.rules.ts`], tests: [`${AUTH}/accounts/choose-account.rules.test.ts`] },
    { sources: [`${AUTH}/wallets/sign-in-message.rules.ts`], tests: [`${AUTH}/wallets/sign-in-message.rules.test.ts`] },
    { sources: [`${AUTH}/sessions/session-life.ts`], tests: [`${AUTH}/sessions/session-life.test.ts`] },
    {
      sources: [`${AUTH}/sessions/refresh-token.ts`, `${AUTH}/sessions/refresh-grant.ts`],
      tests: ['test/worker/auth-session.test.ts', 'test/attack/refresh.test.ts'],
    },
    {
      sources: [`${AUTH}/codes/codes.db.ts`, `${AUTH}/codes/verify-code.ts`],
      tests: [
        'test/worker/auth-codes.test.ts',
        'test/worker/auth-waiting.test.ts',
        'test/attack/codes.test.ts',
        'test/attack/wrong-codes.test.ts',
        'test/worker/auth-client-links.test.ts',
        'test/attack/revocation.test.ts',
        'test/attack/not-me.test.ts',
      ],
    },
  ],
  'price band': [
    { sources: ['worker/contract/price-band.ts'], tests: ['worker/contract/price-band.test.ts'] },
    {
      sources: [`${TICKETS}/price-listing.db.ts`, `${TICKETS}/offer-tickets.db.ts`],
      tests: [
        'test/worker/tickets-resale.test.ts',
        'test/worker/tickets-stock.test.ts',
        'test/worker/listings-of-files.test.ts',
        'test/worker/on-sale.test.ts',
      ],
    },
  ],
  reservation: [
    { sources: ['worker/contract/ticket-expiry.ts'], tests: ['worker/contract/ticket-expiry.test.ts'] },
    { sources: ['worker/contract/ticket-quantity.ts'], tests: ['worker/contract/ticket-quantity.test.ts'] },
    {
      sources: [`${TICKETS}/request-tickets.db.ts`, `${TICKETS}/cheapest-listing.db.ts`],
      tests: [
        'test/worker/tickets-request.test.ts',
        'test/worker/tickets-stock.test.ts',
        'test/worker/tickets-suspended.test.ts',
        'test/worker/mutuals-first.test.ts',
        'test/worker/total-prices.test.ts',
        'test/attack/stock.test.ts',
      ],
    },
    {
      sources: [`${TICKETS}/move-request.db.ts`, `${TICKETS}/expire-requests.db.ts`],
      tests: [
        'test/worker/tickets-moves.test.ts',
        'test/worker/tickets-undo.test.ts',
        'test/worker/tickets-groups.test.ts',
        'test/worker/event-changes.test.ts',
      ],
    },
  ],
  money: [
    { sources: ['worker/contract/fees.ts'], tests: ['worker/contract/fees.test.ts'] },
    { sources: ['worker/contract/money.ts'], tests: ['worker/contract/money.test.ts'] },
    { sources: [`${PAYMENTS}/payouts/payout-week.rules.ts`], tests: [`${PAYMENTS}/payouts/payout-week.rules.test.ts`] },
    { sources: [`${PAYMENTS}/provider/events.ts`], tests: [`${PAYMENTS}/provider/events.test.ts`] },
    { sources: [`${PAYMENTS}/payouts/payouts.db.ts`, `${PAYMENTS}/payouts/payout-money.db.ts`], tests: ['test/worker/payouts.test.ts'] },
  ],
  redirects: [
    { sources: [`${AUTH}/redirect.rules.ts`], tests: [`${AUTH}/redirect.rules.test.ts`] },
    { sources: [`${AUTH}/redirect.ts`], tests: [`${AUTH}/redirect.test.ts`, 'test/attack/links.test.ts'] },
  ],
  uploads: [
    { sources: ['worker/contract/images.ts'], tests: ['worker/contract/images.test.ts'] },
    {
      sources: ['worker/features/custody/file-type.rules.ts'],
      tests: ['worker/features/custody/file-type.rules.test.ts'],
    },
    { sources: ['worker/features/images/whole-picture.ts'], tests: ['worker/features/images/whole-picture.test.ts'] },
    {
      sources: ['worker/features/images/images.db.ts', 'worker/features/images/encode-image.ts', 'worker/http/image-store.ts'],
      tests: ['test/worker/images.test.ts', 'test/attack/hostile-images.test.ts'],
    },
  ],
  roles: [
    { sources: ['worker/http/guards.ts'], tests: ['test/worker/auth-guards.test.ts'] },
    {
      sources: ['worker/features/events/who-may-manage.db.ts', 'worker/features/events/desk/organizers.db.ts'],
      tests: ['test/attack/co-organizers.test.ts', 'test/worker/event-desk.test.ts', 'test/worker/admin-events.test.ts'],
    },
  ],
  ingest: [
    { sources: [`${INGEST}/ingest.rules.ts`], tests: [`${INGEST}/ingest.rules.test.ts`] },
    { sources: [`${INGEST}/owner.rules.ts`], tests: [`${INGEST}/owner.rules.test.ts`] },
    {
      sources: [`${INGEST}/webhook-signature.ts`, `${INGEST}/receive.ts`],
      tests: ['test/worker/ingest-refusals.test.ts', 'test/worker/ingest-senders.test.ts', 'test/attack/feeds.test.ts'],
    },
    {
      sources: [`${INGEST}/find-known.db.ts`, `${INGEST}/store-events.ts`],
      tests: [
        'test/worker/ingest-identity.test.ts',
        'test/worker/ingest-events.test.ts',
        'test/worker/ingest-refusals.test.ts',
        'test/attack/feeds.test.ts',
        'test/attack/venues.test.ts',
      ],
    },
  ],
  audit: [
    {
      sources: ['worker/contract/audit-chain.ts', 'worker/http/audit.ts'],
      tests: ['test/worker/admin-audit-chain.test.ts', 'test/attack/audit-trail.test.ts', 'test/worker/decisions-at-once.test.ts'],
    },
    { sources: ['worker/features/audit/audit.db.ts'], tests: ['test/worker/admin-desk.test.ts'] },
  ],
};
