import { expect, test } from 'vitest';
import { longDate } from '../../../../worker/contract/time/event-time.ts';
import { launch } from '../../../support/worker/launch.ts';
import { noticesOf } from '../../../support/worker/talk/notices.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { askAs, factsOf, later, newDeal, pay, step } from '../../../support/worker/trade/paid-deal.ts';

test('a seller gets the mail about a paid request, even if the buyer canceled an unpaid request a minute earlier', async () => {
  await launch('my-tickets', true);
  await launch('push', true);
  const deal = await newDeal();
  await askAs(deal);
  await step(deal, 'buyer', 'cancel');
  await later(deal, 60_000);
  deal.id = '';
  await askAs(deal);
  await pay(deal);
  await later(deal, 1000);
  const mails = await mailsTo(deal.seller.user.email!);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Request for 1 ticket')]);
  const { expires_at } = (await factsOf(deal)).request;
  const by = longDate(expires_at.toISOString());
  expect(mails[0]!.text).toContain('Hi A student,');
  expect(mails[0]!.text).toContain(`You receive $25.00 3 days after the night. Say yes or no by ${by}.`);
  expect(await noticesOf(deal.seller.user.id)).toMatchObject([
    { body: expect.stringMatching(/waiting for your answer\. You receive \$25\.00\. Answer by .+\.$/), expires_at },
  ]);
});
