import { runWrites, type Statement } from '../../../http/database/batch.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import { mailAndNotice, type Telling } from '../../../http/outbox/mail-and-notice.ts';
import type { Notice } from '../../../http/outbox/notices.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { factsNeededMail, paidMail, payoutFailedMail } from './payouts.mails.ts';
import {
  accountToTell,
  findUntoldAccounts,
  findUntoldPayouts,
  markAccountTold,
  markPayoutsTold,
  sellerToTell,
  type UntoldAccount,
  type UntoldPayout,
} from './tell-payouts.db.ts';

/** The most payouts, and the most accounts, in one run. The queue takes at most 100 messages per call. */
const AT_ONCE = 30;

type ToTell = Omit<Telling, 'is_always_mailed'> & { mark: Statement };

const noticeOf = (words: Pick<Notice, 'title' | 'body' | 'cause'>): Notice => ({
  ...words,
  kind: 'account',
  path: '/payouts',
});

/**
 * The transaction that writes the mails also marks their payouts and accounts as told, so parallel runs mail nobody
 * twice.
 */
export async function tellPayouts(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  const [paid, accounts] = await Promise.all([
    findUntoldPayouts(db, { now, limit: AT_ONCE }),
    findUntoldAccounts(db, { limit: AT_ONCE }),
  ]);
  const bySeller = [...Map.groupBy(paid, ({ seller_id }) => seller_id).values()];
  await tellAll(
    env,
    [
      ...bySeller.map((sales) => aboutPaid(env, { sales, now })),
      ...accounts.flatMap((one) => aboutAccount(env, { one, now })),
    ],
    now,
  );
}

function aboutPaid(env: Env, { sales, now }: { sales: readonly UntoldPayout[]; now: Date }): ToTell {
  const [{ seller_id, name }, ids] = [sales[0]!, sales.map(({ request_id }) => request_id)];
  const mail = paidMail(sales, { site: env.SITE_URL });
  return {
    mail,
    name,
    notice: noticeOf({
      title: mail.subject,
      body: 'See the amounts in your payouts.',
      cause: `payout:${ids[0]!}:sent`,
    }),
    to: sellerToTell({ seller_id, ids }),
    mark: markPayoutsTold(openDb(env), { ids, now }),
  };
}

function aboutAccount(env: Env, { one, now }: { one: UntoldAccount; now: Date }): ToTell[] {
  const { user_id, provider_id, name } = one;
  const site = { site: env.SITE_URL };
  const telling = (mark: 'facts_told_at' | 'payout_failed_told_at', mail: Mail): ToTell => ({
    mail,
    name,
    notice: noticeOf({
      title: mail.subject,
      body: 'See what to do in your payouts.',
      cause: `account:${user_id}:${mark}:${now.getTime()}`,
    }),
    to: accountToTell({ user_id, mark }),
    mark: markAccountTold(openDb(env), { user_id, mark, now }),
  });
  return [
    ...(one.facts_needed_at && !one.facts_told_at
      ? [telling('facts_told_at', factsNeededMail({ is_new: provider_id === null }, site))]
      : []),
    ...(one.payout_failed_at && !one.payout_failed_told_at
      ? [telling('payout_failed_told_at', payoutFailedMail(site))]
      : []),
  ];
}

async function tellAll(env: Env, tellings: readonly ToTell[], now: Date): Promise<void> {
  if (tellings.length === 0) return;
  const context = { env, get: (key: 'db' | 'now') => (key === 'db' ? openDb(env) : now) };
  const written = await Promise.all(
    tellings.map(async ({ mark, ...telling }) => {
      const { id, statements } = await mailAndNotice(context, { ...telling, is_always_mailed: true, purpose: 'money' });
      return { id, statements: [...statements, mark] };
    }),
  );
  await runWrites(
    openDb(env),
    written.flatMap(({ statements }) => statements),
  );
  await env.NOTIFY_QUEUE.sendBatch(written.map(({ id }) => ({ body: { outbox_id: id } })));
}
