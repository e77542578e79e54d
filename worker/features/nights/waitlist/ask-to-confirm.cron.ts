import { CONFIRM_HOURS } from '../../../contract/nights/waitlist.ts';
import { HOUR } from '../../../contract/time/durations.ts';
import { renderMail } from '../../../http/outbox/mail.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { sealMessage } from '../../../http/outbox/sealed-message.ts';
import { linkToken } from '../../../http/shared/link-token.ts';
import { findToConfirm, forgetUnconfirmed, type PlaceToConfirm, writeAsked } from './confirm-place.db.ts';
import { confirmMail } from './waitlist.mails.ts';

/** The most people that one run asks. The next run goes on. */
const AT_ONCE = 50;
const WAITS_MS = CONFIRM_HOURS * HOUR;

/**
 * Deletes the entries of waitlists that nobody has confirmed in time, and asks each new person once. It is safe to run
 * at any time, and twice at once.
 */
export async function askToConfirm(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  await forgetUnconfirmed(db, { before: new Date(now.getTime() - WAITS_MS) });
  const rows = await findToConfirm(db, { limit: AT_ONCE });
  if (rows.length === 0) return;
  const mails = await Promise.all(rows.map((row) => mailFor(env, { row, now })));
  await writeAsked(db, { mails, now });
  // If the queue fails, the rows stay pending and are queued again later. A row that was not written is ignored.
  await env.NOTIFY_QUEUE.sendBatch(mails.map(({ outbox_id }) => ({ body: { outbox_id } })));
}

async function mailFor(env: Env, { row, now }: { row: PlaceToConfirm; now: Date }) {
  const token = await linkToken(env.AUTH_PEPPER, { link: 'confirm', id: row.id });
  const mail = confirmMail(row, `${env.SITE_URL}/waitlist-confirm?token=${encodeURIComponent(token)}`);
  // Anybody may have typed the name, so the mail does not repeat it.
  const sealed = await sealMessage(env.AUTH_PEPPER, await renderMail({ ...mail, name: null }));
  return { row, outbox_id: crypto.randomUUID(), sealed, expires_at: new Date(now.getTime() + WAITS_MS) };
}
