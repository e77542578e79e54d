import type Stripe from 'stripe';
import type { SquadCard } from '../../../../drizzle/tables/trade/squad-cards.ts';
import { HOUR, MINUTE } from '../../../contract/time/durations.ts';
import { centsText } from '../../../contract/trade/money.ts';
import { keepMark } from '../../../http/shared/people/shared-mark.ts';
import { captureBefore } from '../payments/settle/authorize.ts';
import { after, earliest, type Snapshot, type StepResult, unlessRefused } from '../payments/settle/step.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { idOf, type Intent } from '../provider/provider.ts';
import { setCard, type SquadSnapshot, writeStep } from './squad.db.ts';

/** The provider keeps a checkout session open this long, in ms. We close it earlier. */
const SESSION_MS = HOUR;
/** How often the cron job checks a gathering squad, in ms. It does so because webhook events can get lost. */
export const LOOK_AGAIN_MS = 5 * MINUTE;
const MOST_TRIES = 4;

export type AboutSquad = SquadSnapshot & Omit<Snapshot, 'sale'>;

type Held = SquadSnapshot['cards'][number];

const isWanted = ({ squad, is_open, now }: AboutSquad, { card }: Held) =>
  squad.status === 'gathering' && is_open && squad.pay_by > now && card.left_at === null;

/** Opens a card's checkout, records its authorization, or cancels the checkout or authorization of an unneeded card. */
export async function settleCard(about: AboutSquad, held: Held): Promise<StepResult> {
  return held.card.status === 'authorized' ? settleAuthorizedCard(about, held) : settleAwaitingCard(about, held);
}

async function settleAwaitingCard(about: AboutSquad, held: Held): Promise<StepResult> {
  const { provider, now, squad } = about;
  const { card } = held;
  const wanted = isWanted(about, held);
  if (card.session_id === null) return openSession(about, held);
  const session = await provider.findCheckout(card.session_id);
  const intentId = idOf(session.payment_intent);
  const intent = intentId === null ? null : await provider.findIntent(intentId);
  if (intent?.status === 'requires_capture')
    return wanted ? authorize(about, held, intent) : unlessRefused(provider.cancelIntent(intent.id));
  if (intent?.status === 'processing') return { until: after(now, MINUTE) };
  if (session.status === 'open') {
    if (wanted) return { until: earliest(squad.pay_by, after(now, LOOK_AGAIN_MS)) };
    return unlessRefused(provider.expireCheckout(session.id));
  }
  return change(about, card, { status: 'failed' });
}

async function settleAuthorizedCard(about: AboutSquad, held: Held): Promise<StepResult> {
  const { provider, squad } = about;
  const { card } = held;
  // The authorization is not checked here. Before each charge, `settle` checks all cards of the squad.
  if (isWanted(about, held)) return { until: squad.pay_by };
  const intent = await provider.findIntent(card.intent_id!);
  if (intent.status === 'canceled') return change(about, card, { status: 'voided' });
  if (intent.status === 'succeeded') throw new Error('A card was charged for a squad that holds no tickets.');
  return unlessRefused(provider.cancelIntent(intent.id));
}

/**
 * Opens the checkout. If a session was opened but its id was lost, a repeat with the same key returns that session.
 * Therefore this is called even for a card that is no longer wanted: its session must be found before it can be closed.
 */
async function openSession(about: AboutSquad, held: Held): Promise<StepResult> {
  const { card } = held;
  try {
    const session = await about.provider.createCheckout(
      sessionParams(about, held),
      `${card.id}:session:${card.session_attempt}`,
    );
    return await change(about, card, { session_id: session.id, session_url: session.url });
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error;
    const again = isWanted(about, held) && card.session_attempt < MOST_TRIES;
    return change(about, card, again ? { session_attempt: card.session_attempt + 1 } : { status: 'failed' });
  }
}

function sessionParams({ env, squad, event }: AboutSquad, { card, email }: Held): Stripe.Checkout.SessionCreateParams {
  const back = `${env.SITE_URL}/squad/${squad.id}`;
  // The ticket request that takes over the card later has the same id as the card.
  const metadata = { request_id: card.id };
  const most = centsText(squad.most_cents);
  return {
    mode: 'payment',
    client_reference_id: card.id,
    metadata,
    success_url: back,
    cancel_url: back,
    expires_at: Math.floor((card.created_at.getTime() + SESSION_MS) / 1000),
    allowed_payment_method_types: ['card'],
    ...(email ? { customer_email: email } : {}),
    payment_intent_data: { capture_method: 'manual', transfer_group: card.id, metadata },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: squad.most_cents,
          product_data: {
            name: `1 × ${event.title}`.slice(0, 250),
            description: `Reserved, not charged. You pay what your ticket costs, at most ${most} with fees, once all of you have one.`,
          },
        },
      },
    ],
  };
}

async function authorize(about: AboutSquad, { card }: Held, intent: Intent): Promise<StepResult> {
  const { env, db, now } = about;
  const charge = intent.latest_charge;
  const fingerprint = charge?.payment_method_details?.card?.fingerprint;
  const marks = fingerprint
    ? await keepMark({ env, db }, { user_id: card.user_id, kind: 'card', value: fingerprint })
    : [];
  const fields = {
    status: 'authorized',
    intent_id: intent.id,
    charge_id: charge?.id ?? null,
    capture_before: captureBefore(intent, now),
    authorized_at: now,
  } as const;
  return change(about, card, fields, marks);
}

/** Writes nothing if the squad or the card has changed since it was read. */
async function change(
  { db, squad }: AboutSquad,
  card: SquadCard,
  fields: Parameters<typeof setCard>[2],
  more: Parameters<typeof writeStep>[2] = [],
): Promise<StepResult> {
  await writeStep(db, squad, [setCard(db, card, fields), ...more]);
  return 'again';
}
