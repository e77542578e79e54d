import type { SQL } from 'drizzle-orm';
import type { Db } from '../../context.ts';
import type { Statement } from '../../http/batch.ts';
import { type Mail, renderMail } from '../../http/mail.ts';
import { openDb } from '../../http/open-db.ts';
import { outboxInsertTo } from '../../http/outbox.ts';
import {
  findDueHandovers,
  findUntoldHandovers,
  findUntoldRefunds,
  markRefund,
  markReminder,
  markStatus,
  readerOfRefund,
  readerOfReminder,
  readerOfStatus,
  writeTold,
} from './find-untold.db.ts';
import { reminderMails } from './handover.mails.ts';
import { refundMail, statusMails } from './payments.mails.ts';

import { problemMails } from './problem.mails.ts';
import { findUntoldProblems, markProblem, readerOfProblem } from './untold-problems.db.ts';

/** The number of hand-overs or refunds of one transaction. */
const AT_ONCE = 50;
/** The number of messages that one call of the queue takes. */
const QUEUE_BATCH = 100;

/** A mail with a query for its reader and the reader's name. */
interface Outgoing {
  to: SQL;
  name: string | null;
  mail: Mail;
}

/** What is to be told about one thing: its mails, and the mark that they are written. */
interface Telling {
  mails: Outgoing[];
  mark: Statement;
}

/**
 * Tells the two people of paid requests what has happened: paid, sent, a problem, received or failed, a deadline that is near, and a refund.
 * The mails and their marks are written in one transaction, so each is told once. It is safe to run at any time, and twice at once.
 */
export async function tellPayments(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  await tellAll(env, { now, find: () => tellStatuses(db, env.SITE_URL) });
  await tellAll(env, { now, find: () => remind(db, { site: env.SITE_URL, now }) });
  await tellAll(env, { now, find: () => tellProblems(db, env.SITE_URL) });
  await tellAll(env, { now, find: () => tellRefunds(db, { site: env.SITE_URL, now }) });
}

async function tellStatuses(db: Db, site: string): Promise<Telling[]> {
  const untold = await findUntoldHandovers(db, { limit: AT_ONCE });
  return untold.map((handover) => {
    // The beginning is told first, also if the hand-over has gone on.
    const told = handover.told_status === null ? 'due' : handover.status;
    // A problem with a row has mails of its own.
    const isTold = handover.has_problem && (told === 'problem' || told === 'failed');
    const mails = (isTold ? [] : statusMails(handover, told, site)).map(({ role, mail }) => ({
      to: readerOfStatus(role, handover),
      name: role === 'buyer' ? handover.buyer_name : handover.seller_name,
      mail,
    }));
    return { mails, mark: markStatus(db, handover, told) };
  });
}

async function remind(db: Db, { site, now }: { site: string; now: Date }): Promise<Telling[]> {
  const due = await findDueHandovers(db, { now, limit: AT_ONCE });
  return due.map((handover) => {
    const mails = reminderMails(handover, site).map(({ role, mail }) => ({
      to: readerOfReminder(role, handover),
      name: role === 'buyer' ? handover.buyer_name : handover.seller_name,
      mail,
    }));
    return { mails, mark: markReminder(db, handover) };
  });
}

async function tellProblems(db: Db, site: string): Promise<Telling[]> {
  const untold = await findUntoldProblems(db, { limit: AT_ONCE });
  return untold.map((problem) => {
    const mails = problemMails(problem, site).map(({ role, mail }) => ({
      to: readerOfProblem(role, problem),
      name: role === 'buyer' ? problem.buyer_name : problem.seller_name,
      mail,
    }));
    return { mails, mark: markProblem(db, problem) };
  });
}

async function tellRefunds(db: Db, { site, now }: { site: string; now: Date }): Promise<Telling[]> {
  const untold = await findUntoldRefunds(db, { limit: AT_ONCE });
  return untold.map((refund) => ({
    mails: [{ to: readerOfRefund(refund), name: refund.buyer_name, mail: refundMail(refund, site) }],
    mark: markRefund(db, refund, now),
  }));
}

/** Tells what `find` finds, until it finds less than a full transaction. */
async function tellAll(env: Env, { now, find }: { now: Date; find: () => Promise<Telling[]> }): Promise<void> {
  const db = openDb(env);
  const context = { env, get: (key: 'db' | 'now') => (key === 'db' ? db : now) };
  for (let found = AT_ONCE; found > 0;) {
    const tellings = await find();
    found = tellings.length;
    if (found === 0) return;
    const outgoing = tellings.flatMap(({ mails }) => mails);
    const mails = await Promise.all(
      outgoing.map(async ({ to, name, mail }) => outboxInsertTo(context, { to, ...(await renderMail({ ...mail, name })) })),
    );
    await writeTold(db, { mails: mails.map(({ statement }) => statement), marks: tellings.map(({ mark }) => mark) });
    for (let at = 0; at < mails.length; at += QUEUE_BATCH) {
      await env.NOTIFY_QUEUE.sendBatch(mails.slice(at, at + QUEUE_BATCH).map(({ id }) => ({ body: { outbox_id: id } })));
    }
  }
}
