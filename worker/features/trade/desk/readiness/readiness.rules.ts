import type { OperationsCheck } from '../../../../contract/staff/operations.ts';

interface Destination {
  status: string;
  event_payload: string;
  events_from?: readonly string[];
  enabled_events: readonly string[];
  webhook_endpoint?: { url?: string };
}

/** The Stripe events that the Worker handles, by event destination. `docs/operations.md` has the same list. */
export const NEEDED_EVENTS = [
  {
    payload: 'snapshot',
    from: '@self',
    events: [
      'checkout.session.completed',
      'checkout.session.expired',
      'payment_intent.amount_capturable_updated',
      'payment_intent.succeeded',
      'payment_intent.canceled',
      'payment_intent.payment_failed',
      'refund.created',
      'refund.updated',
      'refund.failed',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
      'transfer.created',
      'transfer.reversed',
      'radar.early_fraud_warning.created',
    ],
  },
  { payload: 'snapshot', from: '@accounts', events: ['payout.failed'] },
  {
    payload: 'thin',
    from: '@accounts',
    events: [
      'v2.core.account[configuration.recipient].capability_status_updated',
      'v2.core.account[requirements].updated',
    ],
  },
] as const;

/** `destinations` and `payout_interval` are null if the provider did not give them. */
export interface Answers {
  /** Why the provider did not answer the first call. Null if it did. */
  failure: string | null;
  destinations: readonly Destination[] | null;
  payout_interval: string | null;
}

interface Keys {
  key: string | undefined;
  webhook_secret: string | undefined;
  is_production: boolean;
  /** True if calls go to Stripe itself, not to a fake provider. */
  is_stripe: boolean;
}

/** The `sentence` of a check that fails says what to do. */
export function judgeReadiness(
  { failure, destinations, payout_interval }: Answers,
  { keys, endpoint }: { keys: Keys; endpoint: string },
): OperationsCheck[] {
  return [
    {
      name: 'Payment provider',
      value: failure === null ? 'answers' : 'does not answer',
      sentence: failure === null ? null : `${failure} Check STRIPE_SECRET_KEY, then read the checks again.`,
    },
    { name: 'Keys', value: modeOf(keys.key), sentence: keyProblem(keys) },
    {
      name: 'Webhook',
      value: endpoint,
      sentence: destinations
        ? webhookProblem(missingEvents(destinations, endpoint), endpoint)
        : 'The event destinations could not be read. Give the key the right to read them, then reload the checks.',
    },
    {
      name: 'Automatic payouts',
      value: payout_interval === 'manual' ? 'off' : (payout_interval ?? 'not known'),
      sentence: payoutProblem(payout_interval),
    },
  ];
}

function missingEvents(destinations: readonly Destination[], endpoint: string): string[] {
  const ours = destinations.filter(
    ({ status, webhook_endpoint }) => status === 'enabled' && webhook_endpoint?.url === endpoint,
  );
  return NEEDED_EVENTS.flatMap(({ payload, from, events }) => {
    const sending = ours.filter(
      ({ event_payload, events_from = ['@self'] }) => event_payload === payload && events_from.includes(from),
    );
    const sent = new Set(sending.flatMap(({ enabled_events }) => enabled_events));
    return sent.has('*') ? [] : events.filter((event) => !sent.has(event));
  });
}

const SHOWN = 3;

function webhookProblem(missing: readonly string[], endpoint: string): string | null {
  if (missing.length === 0) return null;
  const named = missing.slice(0, SHOWN).join(', ');
  const more = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : '';
  return `No enabled event destination sends ${named}${more} to ${endpoint}. Add them in Stripe’s dashboard.`;
}

const modeOf = (key: string | undefined) => (!key ? 'missing' : /^.._live_/.test(key) ? 'live' : 'test');

function keyProblem({ key, webhook_secret, is_production, is_stripe }: Keys): string | null {
  if (!key || !webhook_secret) return 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, and deploy.';
  if (!is_production || (modeOf(key) === 'live' && is_stripe)) return null;
  return 'This is production. Set live keys of Stripe, and deploy.';
}

function payoutProblem(interval: string | null): string | null {
  if (interval === null)
    return 'The payout settings could not be read. Give the key the right to read them, then reload the checks.';
  return interval === 'manual'
    ? null
    : `The provider would pay our balance out by itself (${interval}), with money that we hold for others. Set payouts to manual.`;
}
