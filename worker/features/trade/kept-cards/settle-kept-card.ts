import type Stripe from 'stripe';
import { HOUR } from '../../../contract/time/durations.ts';
import { openDb } from '../../../http/database/open-db.ts';
import type { Statement } from '../../../http/database/batch.ts';
import { log } from '../../../http/log.ts';
import { mailAndNotice } from '../../../http/outbox/mail-and-notice.ts';
import { type Snapshot, unlessRefused } from '../payments/settle/step.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { idOf, openProvider, type Provider } from '../provider/provider.ts';
import { type CardSnapshot, changeCard, deleteCard, ownerOfKept, readCard, storePage } from './kept-cards.db.ts';
import { eventMoved } from './kept-cards.mails.ts';

/** How long the page where a person enters the card stays open, in ms. */
const PAGE_MS = HOUR;
const MOST_STEPS = 8;

/**
 * Takes the due steps of a kept card. Calls may run in parallel: each step begins by reading the card's row, and a
 * write has an effect only if the row still allows it. Throws a `ProviderError` if the provider could not be asked.
 * Does nothing in quarantine.
 */
export async function settleKeptCard(
  env: Env,
  id: string,
  { now, provider = openProvider(env) }: { now: Date; provider?: Provider },
): Promise<void> {
  const db = openDb(env);
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const read = await readCard(db, { id, now });
    if (!read || read.is_quarantined) return;
    if (!(await takeStep({ ...read, env, db, provider, now }))) return;
  }
}

/** Like `settleKeptCard`, but returns false if the provider could not be asked. */
export async function checkKeptCard(env: Env, id: string, about: { now: Date; provider: Provider }): Promise<boolean> {
  try {
    await settleKeptCard(env, id, about);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log('warn', 'a kept card waits', { card: id, code: error.code });
    return false;
  }
}

type About = CardSnapshot & Omit<Snapshot, 'sale'>;

/**
 * Returns false if no step is due. A change of the event's time or venue ends a kept card, but only once people are
 * told about the change, because it may be undone before.
 */
async function takeStep(about: About): Promise<boolean> {
  const { card, db, is_live, still_looks, is_changing } = about;
  if (card.status === 'ended') return forget(about);
  if (card.status === 'kept' || (card.session_id === null && !is_live)) {
    if (card.status === 'kept' && (is_live || (still_looks && is_changing))) return false;
    await changeCard(db, card, { status: 'ended' }, await newsOf(about));
    return true;
  }
  return card.session_id === null ? openPage(about) : readPage(about, card.session_id);
}

async function newsOf({ card, db, env, now, title, start_at, venue, still_looks }: About): Promise<Statement[]> {
  if (card.status !== 'kept' || !still_looks || title === null || start_at === null || venue === null) return [];
  const about = { get: (key: 'db' | 'now') => ({ db, now })[key], env };
  const news = eventMoved({ card, title, start_at, venue, SITE_URL: env.SITE_URL });
  const { statements } = await mailAndNotice(about, { to: ownerOfKept(card), name: null, ...news });
  return statements;
}

/**
 * Opens the page where the person enters the card. If the provider refuses the page for good, the kept card ends, so
 * that the person can begin again.
 */
async function openPage(about: About): Promise<boolean> {
  const { card, db, provider } = about;
  try {
    const session = await provider.createCheckout(pageOf(about), `${card.id}:keep`);
    await storePage(db, { id: card.id, session_id: session.id, session_url: session.url });
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error;
    log('warn', 'a card page was refused', { card: card.id, code: error.code });
    await changeCard(db, card, { status: 'ended' });
  }
  return true;
}

function pageOf({ env, card, title, email }: About): Stripe.Checkout.SessionCreateParams {
  const back = `${env.SITE_URL}/wanted/${card.wanted_id}`;
  return {
    mode: 'setup',
    currency: 'usd',
    customer_creation: 'always',
    client_reference_id: card.id,
    success_url: back,
    cancel_url: back,
    expires_at: Math.floor((card.created_at.getTime() + PAGE_MS) / 1000),
    allowed_payment_method_types: ['card'],
    custom_text: {
      submit: {
        message: `Nothing is charged now. When tickets for ${title ?? 'this night'} are offered to you within your price, we reserve their price with fees on this card, and charge it once the seller says yes. Some sellers say yes in advance, and then we charge it at once. You can turn this off at any time.`,
      },
    },
    ...(email ? { customer_email: email } : {}),
  };
}

async function readPage({ card, db, provider, is_live }: About, sessionId: string): Promise<boolean> {
  const session = await findPage(provider, sessionId);
  const given = givenCard(session);
  if (given) {
    await changeCard(db, card, { ...given, status: is_live ? 'kept' : 'ended' });
    return true;
  }
  if (session?.status === 'open' && is_live) return false;
  if (session?.status === 'open') await unlessRefused(provider.expireCheckout(sessionId));
  else await changeCard(db, card, { status: 'ended' });
  return true;
}

/** Returns null if the provider does not know the page. */
async function findPage(provider: Provider, sessionId: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await provider.findCheckout(sessionId);
  } catch (error) {
    if (error instanceof ProviderError && error.status === 404) return null;
    throw error;
  }
}

/** Returns null until a card was entered. */
function givenCard(session: Stripe.Checkout.Session | null) {
  if (!session) return null;
  const { status, customer, setup_intent } = session;
  const method = typeof setup_intent === 'string' ? null : setup_intent?.payment_method;
  if (status !== 'complete' || !customer || !method) return null;
  return { customer_id: idOf(customer), method_id: idOf(method) };
}

/** Lets the provider delete an ended card, once no open payment of the person can need it. */
async function forget({ card, db, provider, pays }: About): Promise<boolean> {
  if (pays) return false;
  if (card.customer_id !== null) await unlessRefused(provider.deleteCustomer(card.customer_id));
  else if (card.session_id !== null) {
    const session = await findPage(provider, card.session_id);
    const given = givenCard(session);
    if (given) {
      await changeCard(db, card, given);
      return true;
    }
    if (session?.status === 'open') {
      await unlessRefused(provider.expireCheckout(session.id));
      return true;
    }
  }
  await deleteCard(db, card);
  return false;
}
