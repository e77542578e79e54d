export interface Judged {
  sources: string[];
  tests: string[];
}

const AUTH = 'worker/features/people/auth';
const LISTINGS = 'worker/features/trade/listings';
const REQUESTS = 'worker/features/trade/requests';
const TRADE = 'worker/features/trade';
const INGEST = 'worker/features/nights/ingest';

const triggers = (...names: string[]) => names.map((name) => `drizzle/triggers/trade/${name}.ts`);

const own = (source: string): Judged => ({ sources: [source], tests: [source.replace('.ts', '.test.ts')] });

/** The areas to mutate. In each area, sources with only unit tests come first, because unit tests are fast. */
export const AREAS: Record<string, Judged[]> = {
  auth: [
    own(`${AUTH}/factors/totp.ts`),
    own(`${AUTH}/accounts/ban.rules.ts`),
    own(`${AUTH}/identities/choose-account.rules.ts`),
    own(`${AUTH}/wallets/sign-in-message.rules.ts`),
    own(`${AUTH}/sessions/session-life.ts`),
    {
      sources: [`${AUTH}/sessions/refresh-token.ts`, `${AUTH}/sessions/refresh-grant.ts`],
      tests: ['test/worker/people/auth/auth-session.test.ts', 'test/attack/people/sign-in/refresh.test.ts'],
    },
    {
      sources: [`${AUTH}/codes/codes.db.ts`, `${AUTH}/codes/verify-code.ts`],
      tests: [
        'test/worker/people/auth/auth-codes.test.ts',
        'test/worker/people/auth/auth-links.test.ts',
        'test/worker/people/auth/auth-waiting.test.ts',
        'test/attack/people/sign-in/codes.test.ts',
        'test/attack/people/sign-in/wrong-codes.test.ts',
        'test/worker/people/auth/auth-client-links.test.ts',
        'test/attack/people/revocation.test.ts',
        'test/attack/people/not-me.test.ts',
        'test/attack/people/not-me-recovery.test.ts',
      ],
    },
  ],
  'price band': [
    own('worker/contract/trade/price-band.ts'),
    {
      sources: [`${LISTINGS}/price-listing.db.ts`, `${LISTINGS}/list-tickets.db.ts`],
      tests: [
        'test/worker/trade/tickets/tickets-resale.test.ts',
        'test/worker/trade/tickets/tickets-resale-keys.test.ts',
        'test/worker/trade/tickets/tickets-stock.test.ts',
        'test/worker/trade/tickets/tickets-stock-any-order.test.ts',
        'test/worker/trade/listings-of-files.test.ts',
        'test/worker/trade/listed-codes.test.ts',
        'test/worker/trade/on-sale.test.ts',
      ],
    },
  ],
  reservation: [
    own('worker/contract/trade/ticket-expiry.ts'),
    own('worker/contract/trade/ticket-quantity.ts'),
    {
      sources: [
        `${REQUESTS}/request-tickets.db.ts`,
        `${REQUESTS}/refuse-request.db.ts`,
        `${LISTINGS}/cheapest-listing.db.ts`,
      ],
      tests: [
        'test/worker/trade/tickets/tickets-request.test.ts',
        'test/worker/trade/tickets/tickets-request-keys.test.ts',
        'test/worker/trade/tickets/tickets-stock.test.ts',
        'test/worker/trade/tickets/tickets-stock-any-order.test.ts',
        'test/worker/trade/tickets/tickets-suspended.test.ts',
        'test/worker/trade/mutuals-first.test.ts',
        'test/worker/trade/money/total-prices.test.ts',
        'test/worker/trade/money/total-price-lists.test.ts',
        'test/attack/trade/stock.test.ts',
        'test/attack/trade/declined-buyers.test.ts',
      ],
    },
    {
      sources: [`${REQUESTS}/move-request.db.ts`, `${REQUESTS}/expire-requests.db.ts`],
      tests: [
        'test/worker/trade/tickets/tickets-moves.test.ts',
        'test/worker/trade/tickets/tickets-undo.test.ts',
        'test/worker/trade/tickets/tickets-groups.test.ts',
        'test/worker/trade/tickets/tickets-groups-any-order.test.ts',
        'test/attack/trade/squads-limits.test.ts',
        'test/worker/nights/events/event-changes.test.ts',
        'test/worker/nights/events/event-publication-told.test.ts',
      ],
    },
  ],
  triggers: [
    {
      sources: triggers('requests', 'request-groups', 'listings', 'offers', 'stock'),
      tests: [
        'test/worker/trade/tickets/tickets-stock.test.ts',
        'test/worker/trade/tickets/tickets-stock-any-order.test.ts',
        'test/worker/trade/tickets/tickets-groups.test.ts',
        'test/worker/trade/tickets/tickets-groups-any-order.test.ts',
        'test/worker/trade/offers.test.ts',
        'test/worker/trade/offer-order.test.ts',
        'test/attack/trade/stock.test.ts',
        'test/attack/trade/declined-buyers.test.ts',
        'test/attack/trade/offers.test.ts',
        'test/worker/trade/listed-codes.test.ts',
      ],
    },
    {
      sources: triggers('payments', 'handovers', 'refunds', 'disputes', 'ledger'),
      tests: [
        'test/attack/trade/payments-states.test.ts',
        'test/attack/trade/ledger-and-amounts.test.ts',
        'test/worker/trade/money/money-refunds.test.ts',
        'test/attack/nights/guarded-edits.test.ts',
      ],
    },
  ],
  money: [
    own('worker/contract/trade/fees.ts'),
    own('worker/contract/trade/money.ts'),
    own('worker/contract/trade/selling/payout-schedule.ts'),
    own(`${TRADE}/provider/verify-event.ts`),
    {
      sources: [`${TRADE}/payouts/payouts.db.ts`, `${TRADE}/payments/payout-money.db.ts`],
      tests: ['test/worker/trade/money/payouts.test.ts'],
    },
  ],
  redirects: [
    own(`${AUTH}/base/redirect.rules.ts`),
    {
      sources: [`${AUTH}/base/redirect.ts`],
      tests: [`${AUTH}/base/redirect.test.ts`, 'test/attack/people/sign-in/links.test.ts'],
    },
  ],
  uploads: [
    own('worker/contract/nights/images.ts'),
    own('worker/features/trade/custody/file-type.rules.ts'),
    own('worker/features/nights/images/whole-picture.ts'),
    {
      sources: [
        'worker/features/nights/images/images.db.ts',
        'worker/features/nights/images/encode-image.ts',
        'worker/http/shared/nights/image-store.ts',
      ],
      tests: ['test/worker/nights/images.test.ts', 'test/attack/nights/hostile-images.test.ts'],
    },
  ],
  roles: [
    { sources: ['worker/http/security/guards.ts'], tests: ['test/worker/people/auth/auth-guards.test.ts'] },
    {
      sources: ['worker/features/nights/events/who-may-manage.db.ts', 'worker/features/nights/desk/organizers.db.ts'],
      tests: [
        'test/attack/nights/co-organizers.test.ts',
        'test/worker/nights/events/event-desk.test.ts',
        'test/worker/nights/events/admin-events.test.ts',
        'test/worker/nights/events/admin-deletes-events.test.ts',
      ],
    },
  ],
  ingest: [
    {
      sources: [`${INGEST}/ingest.rules.ts`, `${INGEST}/ingest-groups.rules.ts`],
      tests: [`${INGEST}/ingest.rules.test.ts`],
    },
    own(`${INGEST}/owner.rules.ts`),
    {
      sources: [`${INGEST}/webhook-signature.ts`, `${INGEST}/receive.ts`],
      tests: [
        'test/worker/nights/ingest/ingest-refusals.test.ts',
        'test/worker/nights/ingest/ingest-signatures.test.ts',
        'test/worker/nights/ingest/ingest-senders.test.ts',
        'test/attack/nights/feeds.test.ts',
      ],
    },
    {
      sources: [`${INGEST}/find-known.db.ts`, `${INGEST}/store-events.ts`],
      tests: [
        'test/worker/nights/ingest/ingest-identity.test.ts',
        'test/worker/nights/ingest/ingest-events.test.ts',
        'test/worker/nights/ingest/ingest-fields.test.ts',
        'test/worker/nights/ingest/ingest-refusals.test.ts',
        'test/worker/nights/ingest/ingest-signatures.test.ts',
        'test/attack/nights/feeds.test.ts',
        'test/attack/nights/venues.test.ts',
      ],
    },
  ],
  audit: [
    {
      sources: ['worker/contract/staff/audit-chain.ts', 'worker/http/security/audit.ts'],
      tests: [
        'test/worker/staff/admin-audit-chain.test.ts',
        'test/attack/staff/audit-trail.test.ts',
        'test/worker/staff/decisions-at-once.test.ts',
        'test/worker/trade/money/money-desk.test.ts',
      ],
    },
    {
      sources: ['worker/features/staff/audit/audit.db.ts'],
      tests: ['test/worker/nights/admin-desk.test.ts', 'test/worker/nights/admin-clubs.test.ts'],
    },
  ],
};
