import type { SQL } from 'drizzle-orm';
import { renderMail } from '../../../http/outbox/mail.ts';
import { wakeNotices } from '../../../http/outbox/notices.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { sealMessage } from '../../../http/outbox/sealed-message.ts';
import { feesOf } from '../../../http/shared/configured-fees.ts';
import { linkToken } from '../../../http/shared/link-token.ts';
import { missingMail, missingNotice, offerMail, offerNotice } from './offers.mails.ts';
import { findMissing, findUntoldOffers, writeMissing, writeTold } from './tell-offered.db.ts';

/** One transaction tells at most this many people. */
const AT_ONCE = 20;

/** Tells each person once about an offer. Leaves out offers that match the condition `but`. */
export async function tellOffered(env: Env, { now, but }: { now: Date; but: SQL }): Promise<void> {
  const db = openDb(env);
  for (let told = AT_ONCE; told === AT_ONCE;) {
    const rows = await findUntoldOffers(db, { but, now, limit: AT_ONCE, fees: feesOf(env) });
    told = rows.length;
    if (told === 0) return;
    const mails = await Promise.all(
      rows.map(async (row) => ({
        row,
        outbox_id: crypto.randomUUID(),
        sealed: await sealMessage(env.AUTH_PEPPER, await renderMail({ ...offerMail(row, env), name: row.name })),
        notice: offerNotice(row, now),
      })),
    );
    await writeTold(db, { mails, now });
    await send(env, mails);
  }
}

/** Asks people who left two offers unanswered whether they still want to come. Asks each person once. */
export async function askMissing(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  const rows = await findMissing(db, { now, limit: AT_ONCE });
  if (rows.length === 0) return;
  const mails = await Promise.all(
    rows.map(async (row) => {
      const token = await linkToken(env.AUTH_PEPPER, { link: 'stay', id: row.id });
      const link = `${env.SITE_URL}/waitlist-stay?token=${encodeURIComponent(token)}`;
      const mail = await renderMail({ ...missingMail(row, link), name: row.name });
      const sealed = await sealMessage(env.AUTH_PEPPER, mail);
      return { row, outbox_id: crypto.randomUUID(), sealed, notice: missingNotice(row) };
    }),
  );
  await writeMissing(db, { mails, now });
  await send(env, mails);
}

/**
 * If the queue fails, the mails stay pending in the outbox and are queued again later. The queue ignores the ids of
 * mails that were not written.
 */
async function send(env: Env, mails: readonly { outbox_id: string }[]): Promise<void> {
  await env.NOTIFY_QUEUE.sendBatch(mails.map(({ outbox_id }) => ({ body: { outbox_id } })));
  await wakeNotices(env);
}
