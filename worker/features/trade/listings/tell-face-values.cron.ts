import { centsText } from '../../../contract/trade/money.ts';
import { priceBand } from '../../../contract/trade/price-band.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import { mailAndNotice } from '../../../http/outbox/mail-and-notice.ts';
import { queueMessages } from '../../../http/outbox/outbox.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { inRounds } from '../../../http/database/rounds.ts';
import { type AnsweredAsk, askerToTell, findAnsweredAsks, writeAnswers } from './face-value-asks.db.ts';

/** One transaction tells at most this many sellers. */
const AT_ONCE = 50;
/** One run makes at most this many transactions. */
const MOST_ROUNDS = 2;

/** Tells sellers about face values they asked for. Safe to run in parallel. If more sellers wait, queues a new run. */
export async function tellFaceValues(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  const step = async () => {
    const asks = await findAnsweredAsks(db, { limit: AT_ONCE, now });
    if (asks.length === 0) return 0;
    const mails = await Promise.all(asks.map((ask) => mailOf(env, { ask, now })));
    await writeAnswers(db, { asks, mails: mails.flatMap(({ statements }) => statements) });
    await queueMessages(
      env,
      'news',
      mails.map(({ id }) => id),
    );
    return asks.length;
  };
  if (await inRounds({ atOnce: AT_ONCE, most: MOST_ROUNDS }, step)) await env.NOTIFY_QUEUE.send({ tells: true });
}

async function mailOf(env: Env, { ask, now }: { ask: AnsweredAsk; now: Date }) {
  const context = { env, get: (key: 'db' | 'now') => (key === 'db' ? openDb(env) : now) };
  const notice = {
    kind: 'requests',
    title: 'You can list your tickets now',
    body: `${ask.event.title} has a face value.`,
    path: '/sell',
    cause: `event:${ask.event_id}:face-value`,
  } as const;
  return mailAndNotice(context, {
    to: askerToTell(ask),
    mail: faceValueMail(ask, env.SITE_URL),
    name: ask.name,
    notice,
  });
}

function faceValueMail({ event, venue }: AnsweredAsk, site: string): Mail {
  const band = priceBand(event);
  const [min, max] = [band?.min_cents ?? 0, band?.max_cents ?? 0].map((cents) => centsText(cents));
  return {
    subject: `Face value set: ${event.title}`,
    text: `${event.title} has a face value now. You can list your tickets for ${min} to ${max} each.`,
    event: { ...event, venue },
    step: { label: 'List your tickets', link: `${site}/sell` },
  };
}
