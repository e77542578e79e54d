import type { Statement } from '../../../http/batch.ts';
import { runWrites } from '../../../http/batch.ts';
import { type Mail, renderMail } from '../../../http/mail.ts';
import { openDb } from '../../../http/open-db.ts';
import { outboxInsertTo } from '../../../http/outbox.ts';
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

/** The most payouts, and the most accounts, of one run. The next run goes on. The queue takes a hundred messages in one call. */
const AT_ONCE = 30;

interface Telling {
  mail: Mail;
  name: string | null;
  to: Parameters<typeof outboxInsertTo>[1]['to'];
  mark: Statement;
}

/**
 * Tells sellers of money that was sent, of payouts that their bank refused, and of what the provider asks for. Each mail is written in one
 * transaction with its mark. It is safe to run at any time, and twice at once.
 */
export async function tellPayouts(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  const [paid, accounts] = await Promise.all([findUntoldPayouts(db, { now, limit: AT_ONCE }), findUntoldAccounts(db, { limit: AT_ONCE })]);
  const bySeller = [...Map.groupBy(paid, ({ seller_id }) => seller_id).values()];
  await tellAll(
    env,
    [...bySeller.map((sales) => aboutPaid(env, { sales, now })), ...accounts.flatMap((one) => aboutAccount(env, { one, now }))],
    now,
  );
}

function aboutPaid(env: Env, { sales, now }: { sales: readonly UntoldPayout[]; now: Date }): Telling {
  const [{ seller_id, name }, ids] = [sales[0]!, sales.map(({ request_id }) => request_id)];
  return {
    mail: paidMail(sales, { site: env.SITE_URL }),
    name,
    to: sellerToTell({ seller_id, ids }),
    mark: markPayoutsTold(openDb(env), { ids, now }),
  };
}

function aboutAccount(env: Env, { one, now }: { one: UntoldAccount; now: Date }): Telling[] {
  const { user_id, provider_id, name } = one;
  const site = { site: env.SITE_URL };
  const telling = (mark: 'facts_told_at' | 'payout_failed_told_at', mail: Mail): Telling => ({
    mail,
    name,
    to: accountToTell({ user_id, mark }),
    mark: markAccountTold(openDb(env), { user_id, mark, now }),
  });
  return [
    ...(one.facts_needed_at && !one.facts_told_at
      ? [telling('facts_told_at', factsNeededMail({ is_new: provider_id === null }, site))]
      : []),
    ...(one.payout_failed_at && !one.payout_failed_told_at ? [telling('payout_failed_told_at', payoutFailedMail(site))] : []),
  ];
}

async function tellAll(env: Env, tellings: readonly Telling[], now: Date): Promise<void> {
  if (tellings.length === 0) return;
  const context = { env, get: (key: 'db' | 'now') => (key === 'db' ? openDb(env) : now) };
  const written = await Promise.all(
    tellings.map(async ({ mail, name, to, mark }) => {
      const { id, statement } = await outboxInsertTo(context, { to, ...(await renderMail({ ...mail, name })) });
      return { id, statements: [statement, mark] };
    }),
  );
  await runWrites(
    openDb(env),
    written.flatMap(({ statements }) => statements),
  );
  await env.NOTIFY_QUEUE.sendBatch(written.map(({ id }) => ({ body: { outbox_id: id } })));
}
