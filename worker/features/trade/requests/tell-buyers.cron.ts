import { mailAndNotice } from '../../../http/outbox/mail-and-notice.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { inRounds } from '../../../http/database/rounds.ts';
import { tellPagesOf } from '../../../rooms/tell-pages.ts';
import { outcomeNotice } from './request-notices.ts';
import { buyerToTell, findUntold, settleAnswers, type UntoldRequest, writeOutcomes } from './tell-buyers.db.ts';
import { outcomeMail } from './tickets.mails.ts';

/** The most buyers to tell in one transaction. */
const AT_ONCE = 50;
/** The most transactions in one run. */
const MOST_ROUNDS = 2;

/** Ends requests whose answer is final. Then tells the buyer of each ended request once. Safe to run in parallel. */
export async function tellBuyers(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  await tellPagesOf(env, await settleAnswers(db, { now }));
  const step = async () => {
    const untold = await findUntold(db, { now, limit: AT_ONCE });
    if (untold.length === 0) return 0;
    const mails = await Promise.all(untold.map((request) => mailOf(env, { request, now })));
    await writeOutcomes(db, {
      ids: untold.map(({ id }) => id),
      mails: mails.flatMap(({ statements }) => statements),
      now,
    });
    await env.NOTIFY_QUEUE.sendBatch(mails.map(({ id }) => ({ body: { outbox_id: id } })));
    return untold.length;
  };
  if (await inRounds({ atOnce: AT_ONCE, most: MOST_ROUNDS }, step)) await env.NOTIFY_QUEUE.send({ tells: true });
}

async function mailOf(env: Env, { request, now }: { request: UntoldRequest; now: Date }) {
  const context = { env, get: (key: 'db' | 'now') => (key === 'db' ? openDb(env) : now) };
  const about = {
    to: buyerToTell(request.id),
    mail: outcomeMail(request, env),
    name: request.name,
    notice: outcomeNotice(request),
  };
  // If the card was charged, the mail is the receipt, so the buyer always gets it.
  return mailAndNotice(context, { ...about, is_always_mailed: request.payment.captured_at !== null, purpose: 'money' });
}
