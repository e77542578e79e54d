import type { Db } from '../../../context.ts';
import { MINUTE } from '../../../contract/time/durations.ts';
import { log } from '../../../http/log.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { idOf, type Provider } from '../provider/provider.ts';
import { settle } from '../payments/settle.ts';
import type { Snapshot } from '../payments/settle/step.ts';
import { type Booked, findUnmatched, type Movement, ownTransfer, refOf, type Unmatched } from './match.rules.ts';
import {
  bookOwn,
  findBooked,
  findLastEqual,
  findRefsSince,
  findRefunding,
  findRequestsOf,
  readLedger,
  storeComparison,
} from './reconcile.db.ts';
import { readIntents, readPages } from './read-pages.ts';

/** Every round except the last resolves the differences that it can. */
const ROUNDS = 4;
/** A movement of one of our payments counts as a difference only if the ledger lacks it for this long, in ms. */
const UNDERWAY_MS = 10 * MINUTE;
/**
 * The movements in this many seconds before the needed time span are read too, because clocks differ and the ledger can
 * be late.
 */
const MARGIN_S = 86_400;

interface Comparing extends Omit<Snapshot, 'sale'> {
  /** Stores nothing if a comparison at or after this time is already stored. */
  unless_since: Date;
}

interface Balances {
  provider_cents: number;
  ledger_cents: number;
}

/**
 * Compares the ledger with the provider's balance and stores the result. While they differ, first settles the payments
 * behind unmatched movements, and books the platform's own withdrawals and fees. Stores nothing if money keeps moving.
 */
export async function compare(comparing: Comparing): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const balances = await readBalances(comparing);
    if (balances && balances.provider_cents === balances.ledger_cents)
      return store(comparing, { balances, unmatched: [] });
    const { unmatched, movements } = await findDifferences(comparing);
    const requests = await requestsOf(comparing, unmatched);
    if (round === ROUNDS && balances) {
      const isOurs = (movement: Unmatched) => requests.byRef.has(refOf(movement));
      return store(comparing, leaveOutUnderway(comparing, { balances, unmatched, isOurs }));
    }
    await bookOwn(comparing.db, { transfers: ownOf(comparing, { unmatched, movements }) });
    for (const request_id of requests.all) await settle(comparing.env, request_id, comparing);
  }
  log('info', 'the ledger is compared later, because money is moving');
}

/** Returns null if a balance changes while the balances are read. */
async function readBalances({ db, provider }: Comparing): Promise<Balances | null> {
  const before = await readLedger(db);
  const provider_cents = await balanceOf(provider);
  const ledger_cents = await readLedger(db);
  return before === ledger_cents && (await balanceOf(provider)) === provider_cents
    ? { provider_cents, ledger_cents }
    : null;
}

async function balanceOf(provider: Provider): Promise<number> {
  const { available, pending } = await provider.findBalance();
  return [...available, ...pending].reduce((sum, { amount, currency }) => sum + (currency === 'usd' ? amount : 0), 0);
}

async function findDifferences({
  db,
  provider,
}: Comparing): Promise<{ unmatched: Unmatched[]; movements: Movement[] }> {
  const equal = await findLastEqual(db);
  const since = equal ? Math.floor(equal.getTime() / 1000) - MARGIN_S : 0;
  let movements = await readMovements(provider, since);
  let booked = await findBooked(db, { refs: movements.map(refOf) });
  const began = Math.min(
    ...findUnmatched(movements, booked).map((each) => booked.get(refOf(each))?.first_at ?? Infinity),
  );
  if (began / 1000 < since + MARGIN_S) {
    // An unmatched object was booked before the balances were last equal. So it may have movements before `since`,
    // which the second read includes.
    movements = await readMovements(provider, Math.floor(began / 1000) - MARGIN_S);
    booked = await findBooked(db, { refs: movements.map(refOf) });
  }
  const onlyBooked = await findOnlyBooked(db, { movements, equal });
  return { unmatched: [...findUnmatched(movements, booked), ...onlyBooked], movements };
}

async function readMovements(provider: Provider, created_gte: number): Promise<Movement[]> {
  const listed = await readPages((page) => provider.listBalanceTransactions({ ...page, created_gte }));
  return listed.map(({ id, source, type, net, created }) => {
    return { id, source: idOf(source), type, net_cents: net, created };
  });
}

/** Finds objects that were booked after the ledger and the balance were last equal, but have no listed movement. */
async function findOnlyBooked(
  db: Db,
  { movements, equal }: { movements: readonly Movement[]; equal: Date | null },
): Promise<Unmatched[]> {
  const known = new Set(movements.map(refOf));
  const refs = (await findRefsSince(db, { since: equal ?? new Date(0) })).filter((ref) => !known.has(ref));
  const booked: ReadonlyMap<string, Booked> = await findBooked(db, { refs });
  return [...booked].map(([ref, { net_cents, first_at }]) => {
    return { id: ref, source: ref, type: 'ledger_only', net_cents: -net_cents, created: Math.floor(first_at / 1000) };
  });
}

async function requestsOf({ db, provider, now }: Comparing, unmatched: readonly Unmatched[]) {
  const byRef = new Map<string, readonly string[]>();
  const intents = unmatched.some(isCharge) ? await readIntents(provider, now) : [];
  for (const movement of unmatched) {
    const ref = refOf(movement);
    const named = isCharge(movement)
      ? intents.filter(({ latest_charge }) => latest_charge?.id === ref).map(({ id }) => id)
      : [];
    const found = await findRequestsOf(db, { ids: [ref, ...named, ...(await namesOf(provider, movement))] });
    if (found.length > 0) byRef.set(ref, found);
  }
  const isRefund = unmatched.some(({ type }) => type.includes('refund'));
  return { byRef, all: new Set([...[...byRef.values()].flat(), ...(isRefund ? await findRefunding(db) : [])]) };
}

const isCharge = ({ type }: Unmatched) => type === 'charge' || type === 'payment';

async function namesOf(provider: Provider, { source, type }: Unmatched): Promise<string[]> {
  if (source === null) return [];
  try {
    if (type === 'transfer') return [(await provider.findTransfer(source)).transfer_group ?? ''];
    if (type !== 'adjustment') return [];
    const { payment_intent: intent } = await provider.findDispute(source);
    return [idOf(intent) ?? ''];
  } catch (error) {
    if (error instanceof ProviderError) return [];
    throw error;
  }
}

function ownOf(
  { now }: Comparing,
  { unmatched, movements }: { unmatched: readonly Unmatched[]; movements: readonly Movement[] },
) {
  const refs = new Set(unmatched.map(refOf));
  return movements.flatMap((movement) => {
    const transfer = refs.has(refOf(movement)) ? ownTransfer(movement) : null;
    return transfer ? [Object.assign(transfer, { at: now })] : [];
  });
}

type Result = { balances: Balances; unmatched: readonly Unmatched[] };

function leaveOutUnderway(
  { now }: Comparing,
  { balances, unmatched, isOurs }: Result & { isOurs: (movement: Unmatched) => boolean },
): Result {
  const isUnderway = (each: Unmatched) =>
    isOurs(each) && each.type !== 'ledger_only' && now.getTime() - each.created * 1000 < UNDERWAY_MS;
  const moving = unmatched.filter(isUnderway).reduce((sum, { net_cents }) => sum + net_cents, 0);
  return {
    balances: { ...balances, provider_cents: balances.provider_cents - moving },
    unmatched: unmatched.filter((each) => !isUnderway(each)),
  };
}

/** Null if the provider does not say, for example because our API key is limited. */
async function payoutInterval(provider: Provider): Promise<string | null> {
  try {
    return (await provider.findBalanceSettings()).payments.payouts?.schedule?.interval ?? null;
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
}

async function store({ db, provider, now, unless_since }: Comparing, { balances, unmatched }: Result): Promise<void> {
  const difference_cents = balances.provider_cents - balances.ledger_cents;
  const named = unmatched.map(({ id, source, type, net_cents }) => ({ id, source, type, net_cents }));
  const found = { difference_cents, unmatched: named };
  if (difference_cents !== 0) log('error', 'the ledger and the provider differ', found);
  const payout_interval = await payoutInterval(provider);
  await storeComparison(db, { at: now, ...balances, ...found, payout_interval, unless_since });
}
