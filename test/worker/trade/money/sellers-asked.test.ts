import { expect, test } from 'vitest';
import { launch } from '../../../support/worker/launch.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { askAs, later, newDeal, pay, step } from '../../../support/worker/trade/paid-deal.ts';

test('a seller gets the mail about a paid request, even if the same buyer cancelled another before paying a minute earlier', async () => {
  await launch('my-tickets', true);
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
});
