import { log, traceOf } from '../../../http/log.ts';
import { mailAndNotice } from '../../../http/outbox/mail-and-notice.ts';
import { queueMessages } from '../../../http/outbox/outbox.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { inRounds } from '../../../http/database/rounds.ts';
import { APPLICATION_QUEUE, type Queue, WAITLIST_QUEUE } from './queues.db.ts';
import { decisionMail } from './reviews.mails.ts';
import { type DueDecision, findDueDecisions, personToTell, writeTold } from './tell-decided.db.ts';

/** The largest number of decisions in one transaction. Each takes up to three statements. */
const AT_ONCE = 50;
/** The largest number of transactions in one run, for each review queue. */
const MOST_ROUNDS = 2;

/** Tells people about decisions that can no longer be undone. Runs may repeat or overlap. */
export async function tellDecided(env: Env, now: Date): Promise<void> {
  for (const queue of [WAITLIST_QUEUE, APPLICATION_QUEUE]) {
    try {
      await tellQueue(env, { queue, now });
    } catch (error) {
      log('error', 'people were not told about decisions; the next run retries', {
        queue: queue.kind,
        error: traceOf(error),
      });
    }
  }
}

async function tellQueue(env: Env, { queue, now }: { queue: Queue; now: Date }): Promise<void> {
  const db = openDb(env);
  const step = async () => {
    const due = await findDueDecisions(db, { queue, now, limit: AT_ONCE });
    if (due.length === 0) return 0;
    const mails = await Promise.all(due.map((decided) => mailOf(env, { queue, decided, now })));
    const written = mails.filter((mail) => mail !== null);
    await writeTold(db, { queue, due, mails: written.flatMap(({ statements }) => statements) });
    await queueMessages(
      env,
      'news',
      written.map(({ id }) => id),
    );
    return due.length;
  };
  if (await inRounds({ atOnce: AT_ONCE, most: MOST_ROUNDS }, step)) await env.NOTIFY_QUEUE.send({ tells: true });
}

async function mailOf(env: Env, { queue, decided, now }: { queue: Queue; decided: DueDecision; now: Date }) {
  const mail = decisionMail(queue.kind, decided, env);
  if (!mail) return null;
  const context = { env, get: (key: 'db' | 'now') => (key === 'db' ? openDb(env) : now) };
  const [title, rest = 'your application'] = mail.subject.split(/: (.*)/s);
  const notice = {
    kind: queue.kind === 'waitlist' ? 'waitlist' : 'account',
    title: title!,
    body:
      queue.kind === 'waitlist'
        ? mail.text
        : `${rest.charAt(0).toUpperCase()}${rest.slice(1)}. The email has the details.`,
    path: pathOf(mail.step?.link, env.SITE_URL),
    cause: `${queue.kind}:${decided.id}:${decided.status}:${decided.tell_at.getTime()}`,
  } as const;
  const about = { to: personToTell(queue, decided), mail, name: decided.name, notice };
  return mailAndNotice(context, { ...about, is_always_mailed: queue.kind === 'application' });
}

/** Returns the path of our page that the mail's button opens. Without such a button, returns the account page. */
const pathOf = (link: string | undefined, site: string) =>
  link?.startsWith(`${site}/`) ? link.slice(site.length) : '/account';
