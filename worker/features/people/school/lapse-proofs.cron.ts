import { DAY } from '../../../contract/time/durations.ts';
import { renderMail } from '../../../http/outbox/mail.ts';
import { noticesInsert, wakeNotices } from '../../../http/outbox/notices.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { outboxInsertTo, queueMessages } from '../../../http/outbox/outbox.ts';
import {
  addressToRemind,
  type EndingProof,
  endProofs,
  findEnding,
  findLapsed,
  forgetCodes,
  personToRemind,
  writeReminded,
} from './lapse-proofs.db.ts';
import { endsSoonMail, lapsedNotice, soonNotice } from './school.mails.ts';

const MOST_ENDED = 500;
const AT_ONCE = 30;
const MOST_BATCHES = 5;
const REMIND_MS = 14 * DAY;

/**
 * Ends lapsed proofs, and reminds people two weeks before their proof lapses. Deletes codes a day after they expired.
 * Safe to run at any time.
 */
export async function lapseProofs(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  const proofs = await findLapsed(db, { now, limit: MOST_ENDED });
  if (proofs.length > 0) {
    await endProofs(db, { proofs, notice: lapsedNotice(now), now });
    await wakeNotices(env);
  }
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const ending = await findEnding(db, { now, until: new Date(now.getTime() + REMIND_MS), limit: AT_ONCE });
    if (ending.length > 0) await remind(env, { ending, now });
    if (ending.length < AT_ONCE) break;
  }
  await forgetCodes(db, { before: new Date(now.getTime() - DAY) });
}

async function remind(env: Env, { ending, now }: { ending: readonly EndingProof[]; now: Date }): Promise<void> {
  const db = openDb(env);
  const context = { env, get: (key: 'db' | 'now') => (key === 'db' ? db : now) };
  const reminders = await Promise.all(
    ending.map(async ({ id, lapses_at, name }) => {
      const mail = await renderMail({ ...endsSoonMail({ lapses_at: lapses_at!, site: env.SITE_URL }), name });
      const written = await outboxInsertTo(context, { to: addressToRemind(id), ...mail });
      const notice = { ...soonNotice({ id, lapses_at: lapses_at! }), outbox_id: written.id };
      return {
        outbox_id: written.id,
        writes: [written.statement, noticesInsert(db, { to: personToRemind(id), notice, now })],
      };
    }),
  );
  await writeReminded(db, { ids: ending.map(({ id }) => id), writes: reminders.flatMap(({ writes }) => writes), now });
  // If the queue fails, the mails are queued again later. If `addressToRemind` found no address, there is no mail, and
  // the queue ignores the id.
  await queueMessages(
    env,
    'news',
    reminders.map(({ outbox_id }) => outbox_id),
  );
  await wakeNotices(env);
}
