import type { Db } from '../../../context.ts';
import { DAY, MINUTE } from '../../../contract/time/durations.ts';
import { log } from '../../../http/log.ts';
import { openDb } from '../../../http/database/open-db.ts';
import type { NotifyJob } from '../../../http/outbox/outbox.ts';
import { readSealedMessage } from '../../../http/outbox/sealed-message.ts';
import { takeFromCeiling } from '../../../http/limits/send-ceiling.ts';
import { mailTurn } from './mail-turn.rules.ts';
import {
  claimAttempt,
  findMessage,
  type FoundMessage,
  markDead,
  markFailed,
  markSent,
  markUnneeded,
  postpone,
} from './notify.db.ts';
import { QuotaError, senderOf } from './senders.ts';

/** The queue of messages that could not be sent. Its messages only mark their rows. */
const DEAD_QUEUE = 'vouch-notify-dead';
const FIRST_RETRY_S = 15;
const LAST_RETRY_S = 3600;
/** A carrier's daily quota is reset at midnight UTC. Its clock may be some minutes behind. */
const AFTER_MIDNIGHT_MS = 5 * MINUTE;

/**
 * Sends the outbox rows of a batch. Push messages are left to others. Each message is acknowledged or retried on its
 * own. The wait grows with every retry.
 */
export async function sendQueuedMessages(batch: MessageBatch<NotifyJob>, env: Env): Promise<void> {
  const db = openDb(env);
  for (const message of batch.messages) {
    if ('push' in message.body) continue;
    if (!('outbox_id' in message.body)) message.ack();
    else if (batch.queue === DEAD_QUEUE) await giveUp(db, message.body.outbox_id);
    else await send(db, { env, message, id: message.body.outbox_id });
  }
}

/**
 * Sends one row, unless it was sent before, its code has expired, its reader has seen the news, or the daily quota is
 * used up.
 */
async function send(
  db: Db,
  { env, message, id }: { env: Env; message: Message<NotifyJob>; id: string },
): Promise<void> {
  try {
    const now = new Date();
    const row = await findMessage(db, { id, now });
    if (row?.status === 'pending') await sendRow(db, { env, row, now });
    message.ack();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log('warn', 'message not sent', { outbox_id: id, attempt: message.attempts, reason });
    const delaySeconds = Math.min(LAST_RETRY_S, FIRST_RETRY_S * 2 ** (message.attempts - 1));
    await markFailed(db, { id, reason, next: new Date(Date.now() + delaySeconds * 1000) });
    message.retry({ delaySeconds });
  }
}

async function sendRow(db: Db, { env, row, now }: { env: Env; row: FoundMessage; now: Date }): Promise<void> {
  if (row.expires_at && row.expires_at <= now)
    return markDead(db, { id: row.id, reason: 'The code expired before it could be sent.' });
  const turn = mailTurn(row.notice, now);
  if (turn === 'unneeded') return markUnneeded(db, { id: row.id });
  if (turn !== 'send') return postpone(db, { id: row.id, until: turn.later, reason: null });
  // A code was counted when it was asked for.
  if (row.purpose !== 'account') {
    const { wait } = await takeFromCeiling(env, {
      channel: row.channel,
      reserve: row.purpose === 'money' ? 'money' : null,
      now,
    });
    if (wait > 0)
      return postpone(db, {
        id: row.id,
        until: new Date(now.getTime() + wait * 1000),
        reason: 'The ceiling of the day is reached.',
      });
  }
  if (!(await claimAttempt(db, { ...row, now }))) return;
  try {
    const provider_id = await senderOf(env, row.channel)(env, await readSealedMessage(env.AUTH_PEPPER, row));
    await markSent(db, { id: row.id, provider_id, now });
  } catch (error) {
    if (!(error instanceof QuotaError)) throw error;
    log('error', 'the carrier takes no more messages today', {
      outbox_id: row.id,
      channel: row.channel,
      reason: error.message,
    });
    await postpone(db, { id: row.id, attempts: row.attempts, until: nextDay(now), reason: error.message });
  }
}

async function giveUp(db: Db, id: string): Promise<void> {
  log('error', 'message given up', { outbox_id: id });
  await markDead(db, { id, reason: null });
}

const nextDay = (now: Date) => new Date((Math.floor(now.getTime() / DAY) + 1) * DAY + AFTER_MIDNIGHT_MS);
