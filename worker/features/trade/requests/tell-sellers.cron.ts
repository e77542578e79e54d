import { openDb } from '../../../http/database/open-db.ts';
import { findUnasked, writeAsked } from './tell-sellers.db.ts';
import { askedMail } from './tickets.mails.ts';

const AT_ONCE = 50;

/**
 * Mails sellers about their new ticket requests. Sends no mail about a ticket request that already has an answer, for
 * example because its listing sells at once. Safe to run in parallel.
 */
export async function tellSellers(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  const unasked = await findUnasked(db, { limit: AT_ONCE });
  if (unasked.length === 0) return;
  const context = { env, get: (key: 'db' | 'now') => (key === 'db' ? db : now) };
  const open = unasked.filter(({ answer }) => answer === null);
  const mails = await Promise.all(
    askedTogether(open).map((request) => askedMail(context, { ...request, deal: request })),
  );
  await writeAsked(db, { ids: unasked.map(({ id }) => id), mails: mails.flatMap(({ statements }) => statements), now });
  if (mails.length > 0) await env.NOTIFY_QUEUE.sendBatch(mails.map(({ id }) => ({ body: { outbox_id: id } })));
}

type Unasked = Awaited<ReturnType<typeof findUnasked>>[number];

/** One mail covers all requests of a squad for the same listing, because the seller answers them together. */
function askedTogether(requests: readonly Unasked[]): Unasked[] {
  const together = Map.groupBy(requests, ({ id, group_id, listing_id }) =>
    group_id === null ? id : `${group_id} ${listing_id}`,
  );
  const sum = (all: readonly Unasked[], key: 'quantity' | 'receives_cents') =>
    all.reduce((total, each) => total + each[key], 0);
  return Array.from(together.values(), (all) => ({
    ...all[0]!,
    quantity: sum(all, 'quantity'),
    receives_cents: sum(all, 'receives_cents'),
  }));
}
