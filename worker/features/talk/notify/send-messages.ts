import type { Db } from '../../../context.ts';
import { MINUTE } from '../../../contract/time/durations.ts';
import { log } from '../../../http/log.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { repeatably } from '../../../http/database/patient-db.ts';
import { requestId, underJob } from '../../../http/answers/current-request.ts';
import { type Lane, laneOf } from '../../../http/outbox/lanes.rules.ts';
import { isDeadQueue, type NotifyJob } from '../../../http/outbox/outbox.ts';
import { readSealedMessage } from '../../../http/outbox/sealed-message.ts';
import { nextSendingDay, takeFromDay } from '../../../http/limits/send-ceiling.ts';
import {
  ATTEMPT_MS,
  type Decision,
  decideMessage,
  maySendTo,
  MOST_ATTEMPTS,
  OVERDUE_MS,
  retryDelay,
} from './mail-decision.rules.ts';
import { claimAttempts, findMessages, type FoundMessage, type Outcome, storeOutcomes } from './notify.db.ts';
import { QuotaError, senderOf } from './senders.ts';

/** If the database does not answer, the queue repeats the batch after this many seconds. */
const REPEAT_BATCH_S = 15;

/**
 * Each failed message is retried on its own. A message is dead only if its row says so: if the queue gives it up, the
 * row stays pending and the cron job queues it again.
 */
export async function sendQueuedMessages(batch: MessageBatch<NotifyJob>, env: Env): Promise<void> {
  const jobs = batch.messages.filter(({ body }) => !('push' in body));
  const causes: Causes = new Map(
    jobs.flatMap(({ body }) => ('outbox_id' in body ? [[body.outbox_id, body.request_id ?? requestId()]] : [])),
  );
  if (isDeadQueue(batch.queue)) {
    for (const outbox_id of causes.keys()) log('error', 'the queue gave up a message', { outbox_id });
    return jobs.forEach((job) => job.ack());
  }
  const retries = causes.size > 0 ? await sendRows(env, { causes, now: new Date() }) : new Map<string, number>();
  for (const job of jobs) {
    const delaySeconds = 'outbox_id' in job.body ? retries.get(job.body.outbox_id) : undefined;
    if (delaySeconds === undefined) job.ack();
    else job.retry({ delaySeconds });
  }
}

type Causes = ReadonlyMap<string, string | undefined>;

/** Returns the ids of the messages that the queue must retry, each with its delay in seconds. */
async function sendRows(env: Env, { causes, now }: { causes: Causes; now: Date }): Promise<Map<string, number>> {
  const db = openDb(env);
  const ids = [...causes.keys()];
  try {
    const rows = await findMessages(db, { ids, now });
    const { outcomes, retries } = await outcomesOf(db, { env, rows, causes, now });
    await repeatably(() => storeOutcomes(db, outcomes));
    return retries;
  } catch (error) {
    log('warn', 'messages wait for the database', { messages: ids.length, reason: reasonOf(error) });
    return new Map(ids.map((id) => [id, REPEAT_BATCH_S]));
  }
}

async function outcomesOf(
  db: Db,
  { env, rows, causes, now }: { env: Env; rows: readonly FoundMessage[]; causes: Causes; now: Date },
) {
  const decided = rows.map((row) => ({
    row,
    decision: maySendTo(env.SEND_ONLY_TO, row.recipient) ? decideMessage(row, now) : 'unneeded',
  }));
  const due = decided.flatMap(({ row, decision }) => (decision === 'send' ? [row] : []));
  const claimed = await claimAttempts(db, { rows: due, now });
  const { granted, waiting } = await takeShares(env, { rows: claimed, now });
  const tried = await Promise.all(
    granted.map((row) => underJob(causes.get(row.id) ?? '', () => attempt(env, { row, now }))),
  );
  const undue = decided.flatMap(({ row, decision }) =>
    decision === 'send' || decision === 'taken' ? [] : [unsent(row, decision)],
  );
  // Another batch may be sending these messages right now. If that batch breaks off, this retry sends them.
  const taken = decided.flatMap(({ row, decision }) =>
    decision === 'taken' || (decision === 'send' && !claimed.includes(row)) ? [row] : [],
  );
  return {
    outcomes: [...undue, ...waiting, ...tried.map((each) => each.outcome)],
    retries: new Map([
      ...taken.map(({ id }) => [id, ATTEMPT_MS / 1000] as const),
      ...tried.flatMap((each) => (each.retry_s ? [[each.outcome.id, each.retry_s] as const] : [])),
    ]),
  };
}

function unsent(row: FoundMessage, decision: Exclude<Decision, 'send' | 'taken'>): Outcome {
  if (decision === 'unneeded') return outcomeOf(row, { status: 'unneeded' });
  return 'later' in decision ? outcomeOf(row, { retry_at: decision.later }) : dead(row, decision.dead);
}

/**
 * Counts each message once, at the first attempt to send it, against the daily limit for its lane. A code is not
 * counted here, because it was counted when it was requested. A message that exceeds the limit waits, and its
 * `attempts` stays the same.
 */
async function takeShares(env: Env, { rows, now }: { rows: readonly FoundMessage[]; now: Date }) {
  const granted = rows.filter((row) => !isUncounted(row));
  const waiting: Outcome[] = [];
  for (const group of Map.groupBy(rows.filter(isUncounted), (row) => `${row.channel} ${lane(row)}`).values()) {
    const [{ channel }, kind, wanted] = [group[0]!, lane(group[0]!), group.length];
    const wait = (late: readonly FoundMessage[], retry_at: Date, last_error: string) =>
      waiting.push(...late.map((row) => outcomeOf(row, { retry_at, last_error })));
    try {
      const shares = await takeFromDay(env, { channel, kind, wanted, now });
      granted.push(...group.slice(0, shares.length));
      wait(group.slice(shares.length), nextSendingDay(now), 'The daily limit is reached.');
    } catch (error) {
      log('warn', 'messages wait for the daily limit to be read', { messages: wanted, reason: reasonOf(error) });
      wait(group, new Date(now.getTime() + MINUTE), reasonOf(error));
    }
  }
  return { granted, waiting };
}

const lane = ({ purpose, content_id }: FoundMessage): Lane => laneOf({ purpose, is_shared: content_id !== null });
const isUncounted = (row: FoundMessage) => lane(row) !== 'codes' && row.attempts === 0;

/** Tries once to send a message. If the result has `retry_s`, the queue retries the message after that many seconds. */
async function attempt(
  env: Env,
  { row, now }: { row: FoundMessage; now: Date },
): Promise<{ outcome: Outcome; retry_s?: number }> {
  const { id, channel } = row;
  const attempts = row.attempts + 1;
  try {
    const provider_id = await senderOf(env, channel)(env, await readSealedMessage(env.AUTH_PEPPER, row));
    return { outcome: outcomeOf(row, { status: 'sent', attempts, sent_at: now, provider_id }) };
  } catch (error) {
    const reason = reasonOf(error);
    if (error instanceof QuotaError) {
      log('error', 'the carrier accepts no more messages today', { outbox_id: id, channel, reason });
      return { outcome: outcomeOf(row, { retry_at: nextSendingDay(now), last_error: reason }) };
    }
    log('warn', 'message not sent', { outbox_id: id, attempt: attempts, reason });
    if (attempts >= MOST_ATTEMPTS) return { outcome: dead({ ...row, attempts }, reason) };
    const retry_s = retryDelay(attempts);
    const retry_at = new Date(now.getTime() + retry_s * 1000 + OVERDUE_MS);
    return { outcome: outcomeOf(row, { attempts, last_error: reason, retry_at }), retry_s };
  }
}

function dead(row: FoundMessage, last_error: string): Outcome {
  if (row.attempts > 0) log('error', 'message given up', { outbox_id: row.id, reason: last_error });
  return outcomeOf(row, { status: 'dead', last_error });
}

/** By default `status` and `attempts` stay as before the claim, and the other fields are null. */
const outcomeOf = ({ id, status, attempts }: FoundMessage, over: Partial<Outcome>): Outcome => ({
  id,
  status,
  attempts,
  sent_at: null,
  provider_id: null,
  last_error: null,
  retry_at: null,
  ...over,
});

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
