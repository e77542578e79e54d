import { isPublicAt } from '../../../contract/nights/events/event-phase.ts';
import type { ChangedEvent } from '../../../http/database/batch.ts';
import { log, traceOf } from '../../../http/log.ts';
import { type Mail, type MailEvent, renderMail } from '../../../http/outbox/mail.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { sealMessage } from '../../../http/outbox/sealed-message.ts';
import { tellPagesOf } from '../../../rooms/tell-pages.ts';
import { deletedMail, newsMail, newsNotice, type NewsOfEvent, type Reader } from './event-change.mails.ts';
import { newsOf } from './event-change.rules.ts';
import {
  type DueChange,
  findDueChanges,
  dropChange,
  keepChange,
  publicationToCome,
  writeNews,
} from './tell-event-changes.db.ts';

const AT_ONCE = 100;

/** Sends each change once, even if two runs overlap. A daily limit keeps changes from flooding people. */
export async function tellEventChanges(env: Env, now: Date): Promise<void> {
  const changed: ChangedEvent[] = [];
  for (const due of await findDueChanges(openDb(env), { now, limit: AT_ONCE })) {
    try {
      if (await sendChange(env, { due, now })) changed.push(due.event);
    } catch (error) {
      log('error', 'an event change was not sent; the next run retries', {
        event_id: due.event.id,
        error: traceOf(error),
      });
    }
  }
  await tellPagesOf(env, changed);
}

/** Returns whether the event's pages must be updated. */
async function sendChange(env: Env, { due, now }: { due: DueChange; now: Date }): Promise<boolean> {
  const db = openDb(env);
  const { event, venue, told, is_over, is_same_name } = due;
  const current = {
    is_published: isPublicAt(event, now),
    is_cancelled: event.cancelled_at !== null,
    start_at: event.start_at.getTime(),
    venue,
    is_over,
    is_scheduled: publicationToCome(event, now) !== null,
    is_same_name,
  };
  const news = newsOf(told, current);
  if (news === 'nothing') {
    await dropChange(db, { due });
    return false;
  }
  const until = news === 'later' ? publicationToCome(event, now) : due.used_up_until;
  if (news === 'later' || (until !== null && news.outcome !== 'cancelled')) {
    await keepChange(db, { due, until });
    return false;
  }
  const facts: NewsOfEvent = { news, told, event: { ...event, venue }, venue, cancel_reason: event.cancel_reason };
  const sealed = await sealedMails(env, (reader) => newsMail(facts, reader, env.SITE_URL));
  await writeNews(db, { due, news, sealed, notice: newsNotice(facts, due.due_at), now });
  return true;
}

export function deletedMails(env: Env, event: MailEvent) {
  return sealedMails(env, (reader) => deletedMail(event, reader, env.SITE_URL));
}

async function sealedMails(env: Env, mailFor: (reader: Reader) => Mail) {
  const sealed = async (reader: Reader) =>
    sealMessage(env.AUTH_PEPPER, await renderMail({ ...mailFor(reader), name: null }));
  return { trader: await sealed('trader'), waiter: await sealed('waiter') };
}
