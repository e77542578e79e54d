import { CONFIRM_HOURS } from '../../../contract/nights/waitlist.ts';
import { HOUR } from '../../../contract/time/durations.ts';
import { renderMail } from '../../../http/outbox/mail.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { queueMessages } from '../../../http/outbox/outbox.ts';
import { sealMessage } from '../../../http/outbox/sealed-message.ts';
import { linkToken } from '../../../http/shared/link-token.ts';
import { findToConfirm, forgetUnconfirmed, type PlaceToConfirm, writeAsked } from './confirm-place.db.ts';
import { confirmMail } from './waitlist.mails.ts';

const AT_ONCE = 50;
const WAITS_MS = CONFIRM_HOURS * HOUR;

/**
 * Asks people by mail to confirm their place on a waitlist. Nobody gets a second mail for a place, even if runs of the
 * cron repeat or overlap. Also deletes entries that nobody confirmed in time.
 */
export async function askToConfirm(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  await forgetUnconfirmed(db, { before: new Date(now.getTime() - WAITS_MS) });
  const rows = await findToConfirm(db, { limit: AT_ONCE });
  if (rows.length === 0) return;
  const mails = await Promise.all(rows.map((row) => mailFor(env, { row, now })));
  await writeAsked(db, { mails, now });
  // If the queue fails, a later run of the cron queues the mails again. `writeAsked` does not store a mail that an
  // overlapping run has already stored for the same place. The queue ignores the id of a mail that was not stored.
  await queueMessages(
    env,
    'news',
    mails.map(({ outbox_id }) => outbox_id),
  );
}

async function mailFor(env: Env, { row, now }: { row: PlaceToConfirm; now: Date }) {
  const token = await linkToken(env.AUTH_PEPPER, { link: 'confirm', id: row.id });
  const mail = confirmMail(row, `${env.SITE_URL}/waitlist-confirm?token=${encodeURIComponent(token)}`);
  // Anyone could have typed the name, so the mail does not repeat it.
  const sealed = await sealMessage(env.AUTH_PEPPER, await renderMail({ ...mail, name: null }));
  return { row, outbox_id: crypto.randomUUID(), sealed, expires_at: new Date(now.getTime() + WAITS_MS) };
}
