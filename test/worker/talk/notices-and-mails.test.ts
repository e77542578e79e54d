import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { noticeOptOuts, noticeSettings, notifications, outbox } from '../../../drizzle/tables/all-tables.ts';
import { sendQueuedMessages } from '../../../worker/features/talk/notify/send-messages.ts';
import type { NotifyJob } from '../../../worker/http/outbox/outbox.ts';
import { db } from '../../support/worker/people/auth.ts';
import { launch } from '../../support/worker/launch.ts';
import { subscribed } from '../../support/worker/talk/push.ts';
import { trade } from '../../support/worker/talk/told-trade.ts';
import { beginNotices, mailTo, noticesOf } from '../../support/worker/talk/notices.ts';

beforeEach(beginNotices);

/** Hands a mail to the sender as the queue does. Returns the outcome. */
async function sent(outbox_id: string) {
  const MAIL = { send: vi.fn(async () => ({ messageId: 'mail' })) };
  const message = {
    id: 'one',
    timestamp: new Date(),
    attempts: 1,
    body: { outbox_id } as NotifyJob,
    ack: () => undefined,
    retry: () => undefined,
  };
  const metadata = { metrics: { backlogCount: 1, backlogBytes: 1 } };
  const batch = {
    queue: 'vouch-notify',
    messages: [message],
    ackAll: () => undefined,
    retryAll: () => undefined,
    metadata,
  };
  await sendQueuedMessages(batch, { ...env, MAIL });
  const [row] = await db.select().from(outbox).where(eq(outbox.id, outbox_id));
  return { status: row!.status, retry_at: row!.retry_at, mails: MAIL.send.mock.calls.length };
}

test('a mail waits two minutes for its reader to see the notification, and is then sent', async () => {
  const { seller } = await trade();
  await subscribed(seller);
  const [mail, [notice]] = [await mailTo(seller.user.email!), await noticesOf(seller.user.id)];
  const until = new Date(notice!.created_at.getTime() + 120_000);
  expect(await sent(mail.id)).toEqual({ status: 'pending', retry_at: until, mails: 0 });
  await db.update(notifications).set({ created_at: new Date(Date.now() - 121_000) });
  expect(await sent(mail.id)).toEqual({ status: 'sent', retry_at: null, mails: 1 });
});

test('a mail whose notification was seen on an open page is not sent', async () => {
  const { seller } = await trade();
  await db.insert(noticeSettings).values({ user_id: seller.user.id, live_until: new Date(Date.now() + 60_000) });
  const mail = await mailTo(seller.user.email!);
  expect(await sent(mail.id)).toMatchObject({ status: 'pending', mails: 0 });
  await db.update(notifications).set({ seen_at: new Date() });
  expect(await sent(mail.id)).toEqual({ status: 'unneeded', retry_at: null, mails: 0 });
  expect(await sent(mail.id)).toMatchObject({ status: 'unneeded', mails: 0 });
});

test('a mail that the queue delivers twice at the same time is sent once', async () => {
  const { seller } = await trade();
  const mail = await mailTo(seller.user.email!);
  const deliveries = await Promise.all([sent(mail.id), sent(mail.id), sent(mail.id)]);
  expect(deliveries.reduce((sum, { mails }) => sum + mails, 0)).toBe(1);
  expect(await sent(mail.id)).toMatchObject({ status: 'sent', mails: 0 });
});

test('a mail is sent at once to a person without other channels, and to everybody while push is off', async () => {
  const { seller } = await trade();
  const unreached = await mailTo(seller.user.email!);
  expect(await sent(unreached.id)).toMatchObject({ status: 'sent', mails: 1 });
  const other = await trade();
  await subscribed(other.seller);
  await launch('push', false);
  expect(await sent((await mailTo(other.seller.user.email!)).id)).toMatchObject({ status: 'sent', mails: 1 });
});

test('people who turned off the mails of a kind get none, and people who turned off its push messages get its mails at once', async () => {
  const { seller } = await trade();
  await db.insert(noticeOptOuts).values({ user_id: seller.user.id, kind: 'requests', channel: 'email' });
  expect(await sent((await mailTo(seller.user.email!)).id)).toMatchObject({ status: 'unneeded', mails: 0 });
  const other = await trade();
  await subscribed(other.seller);
  await db.insert(noticeOptOuts).values({ user_id: other.seller.user.id, kind: 'requests', channel: 'push' });
  expect(await sent((await mailTo(other.seller.user.email!)).id)).toMatchObject({ status: 'sent', mails: 1 });
});
