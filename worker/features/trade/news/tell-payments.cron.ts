import type { Db } from '../../../context.ts';
import { runWrites, type Statement } from '../../../http/database/batch.ts';
import { mailAndNotice, type Telling } from '../../../http/outbox/mail-and-notice.ts';
import { openDb } from '../../../http/database/open-db.ts';
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
} from './find-untold.db.ts';
import { disputeMails } from './dispute.mails.ts';
import { friendNotices } from './friend-notices.db.ts';
import { reminderMails } from './handover.mails.ts';
import { refundMail, statusMails } from './payments.mails.ts';
import { disputeNotice, problemNotice, refundNotice, reminderNotice, statusNotice } from './payment-notices.ts';
import { problemMails } from './problem.mails.ts';
import { findUntoldDisputes, markDispute, readerOfDispute } from './untold-disputes.db.ts';
import { findUntoldProblems, markProblem, readerOfProblem } from './untold-problems.db.ts';

const AT_ONCE = 50;
/** The queue accepts at most this many messages in one call. */
const QUEUE_BATCH = 100;

/** `friends` inserts the notifications for friends. `mark` records that the messages are written. */
interface ToTell {
  tellings: Telling[];
  friends?: Statement[];
  mark: Statement;
}

/** The transaction that writes the mails also marks the news as told, so parallel runs mail nobody twice. */
export async function tellPayments(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  await tellAll(env, { now, find: () => tellStatuses(db, { site: env.SITE_URL, now }) });
  await tellAll(env, { now, find: () => remind(db, { site: env.SITE_URL, now }) });
  await tellAll(env, { now, find: () => tellProblems(db, env.SITE_URL) });
  await tellAll(env, { now, find: () => tellDisputes(db, { site: env.SITE_URL, now }) });
  await tellAll(env, { now, find: () => tellRefunds(db, { site: env.SITE_URL, now }) });
}

async function tellStatuses(db: Db, { site, now }: { site: string; now: Date }): Promise<ToTell[]> {
  const untold = await findUntoldHandovers(db, { limit: AT_ONCE });
  return untold.map((handover) => {
    // The status `due` is always told first. A hand-over with a later status is found again, and that status is told
    // next.
    const told = handover.told_status === null ? 'due' : handover.status;
    // `tellProblems` writes the mails about a problem that is stored in `problems`.
    const isTold = handover.has_problem && (told === 'problem' || told === 'failed');
    const tellings = (isTold ? [] : statusMails(handover, told, site)).map(({ role, mail }) => ({
      to: readerOfStatus(role, handover),
      notice: statusNotice(handover, { told, role }),
      name: role === 'buyer' ? handover.buyer_name : handover.seller_name,
      mail,
    }));
    const friends = told === 'failed' ? friendNotices(db, { ...handover, cause: endOf(handover), now }) : [];
    return { tellings, friends, mark: markStatus(db, handover, told) };
  });
}

/** A failed hand-over and its refund share this cause, so friends get one notification for both. */
const endOf = ({ request_id }: { request_id: string }) => `handover:${request_id}:given`;

async function remind(db: Db, { site, now }: { site: string; now: Date }): Promise<ToTell[]> {
  const due = await findDueHandovers(db, { now, limit: AT_ONCE });
  return due.map((handover) => {
    const tellings = reminderMails(handover, site).map(({ role, mail }) => ({
      to: readerOfReminder(role, handover),
      notice: reminderNotice(handover, role),
      name: role === 'buyer' ? handover.buyer_name : handover.seller_name,
      mail,
    }));
    return { tellings, mark: markReminder(db, handover) };
  });
}

async function tellProblems(db: Db, site: string): Promise<ToTell[]> {
  const untold = await findUntoldProblems(db, { limit: AT_ONCE });
  return untold.map((problem) => {
    const tellings = problemMails(problem, site).map(({ role, mail }) => ({
      to: readerOfProblem(role, problem),
      notice: problemNotice(problem, role),
      name: role === 'buyer' ? problem.buyer_name : problem.seller_name,
      mail,
    }));
    return { tellings, mark: markProblem(db, problem) };
  });
}

async function tellDisputes(db: Db, { site, now }: { site: string; now: Date }): Promise<ToTell[]> {
  const untold = await findUntoldDisputes(db, { limit: AT_ONCE });
  return untold.map((dispute) => {
    const tellings = disputeMails(dispute, site).map(({ role, mail }) => ({
      to: readerOfDispute(role, dispute),
      notice: disputeNotice(dispute, role),
      name: role === 'buyer' ? dispute.buyer_name : dispute.seller_name,
      mail,
      is_always_mailed: true,
    }));
    const friends = friendNotices(db, { ...dispute, cause: `dispute:${dispute.id}:given`, now });
    return { tellings, friends, mark: markDispute(db, dispute) };
  });
}

async function tellRefunds(db: Db, { site, now }: { site: string; now: Date }): Promise<ToTell[]> {
  const untold = await findUntoldRefunds(db, { limit: AT_ONCE });
  return untold.map((refund) => ({
    tellings: [
      {
        to: readerOfRefund(refund),
        name: refund.buyer_name,
        mail: refundMail(refund, site),
        notice: refundNotice(refund),
        is_always_mailed: true,
      },
    ],
    friends: friendNotices(db, { ...refund, cause: endOf(refund), now }),
    mark: markRefund(db, refund, now),
  }));
}

async function tellAll(env: Env, { now, find }: { now: Date; find: () => Promise<ToTell[]> }): Promise<void> {
  const db = openDb(env);
  const context = { env, get: (key: 'db' | 'now') => (key === 'db' ? db : now) };
  for (let found = AT_ONCE; found > 0;) {
    const toTell = await find();
    found = toTell.length;
    if (found === 0) return;
    const mails = await Promise.all(
      toTell.flatMap(({ tellings }) =>
        tellings.map((telling) => mailAndNotice(context, { ...telling, purpose: 'money' })),
      ),
    );
    await runWrites(db, [
      ...mails.flatMap(({ statements }) => statements),
      ...toTell.flatMap(({ friends = [] }) => friends),
      ...toTell.map(({ mark }) => mark),
    ]);
    for (let at = 0; at < mails.length; at += QUEUE_BATCH) {
      await env.NOTIFY_QUEUE.sendBatch(
        mails.slice(at, at + QUEUE_BATCH).map(({ id }) => ({ body: { outbox_id: id } })),
      );
    }
  }
}
