import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { noticeOptOuts, noticeSettings, notifications } from '../../../drizzle/tables/all-tables.ts';
import { db } from '../../support/worker/people/auth.ts';
import { launch } from '../../support/worker/launch.ts';
import { subscribed } from '../../support/worker/talk/push.ts';
import { deliver, rowOf } from '../../support/worker/talk/send-message.ts';
import { trade } from '../../support/worker/talk/told-trade.ts';
import { beginNotices, mailTo, noticesOf } from '../../support/worker/talk/notices.ts';

beforeEach(beginNotices);

async function sent(outbox_id: string) {
  const MAIL = { send: vi.fn(async () => ({ messageId: 'mail' })) };
  await deliver(outbox_id, { bindings: { ...env, MAIL } });
  const { status, retry_at } = (await rowOf(outbox_id))!;
  return { status, retry_at, mails: MAIL.send.mock.calls.length };
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

test('a person who turned off mails gets no mail, and a person who turned off push messages gets the mail at once', async () => {
  const { seller } = await trade();
  await db.insert(noticeOptOuts).values({ user_id: seller.user.id, kind: 'requests', channel: 'email' });
  expect(await sent((await mailTo(seller.user.email!)).id)).toMatchObject({ status: 'unneeded', mails: 0 });
  const other = await trade();
  await subscribed(other.seller);
  await db.insert(noticeOptOuts).values({ user_id: other.seller.user.id, kind: 'requests', channel: 'push' });
  expect(await sent((await mailTo(other.seller.user.email!)).id)).toMatchObject({ status: 'sent', mails: 1 });
});
