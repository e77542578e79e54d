import { expect, test } from 'vitest';
import { ask, authorized, captured, makeSession, opened, refund, seller } from '../call-fake.ts';
import type { Fake } from '../fake.ts';
import { answerPage } from './pages.ts';

const ORIGIN = 'http://provider.test';

async function visit(fake: Fake, path: string, form?: Record<string, string>, origin = ORIGIN) {
  const request = form ? { method: 'POST', headers: { Origin: origin }, body: new URLSearchParams(form) } : {};
  const response = await answerPage(fake, new Request(`${ORIGIN}${path}`, request));
  return {
    status: response.status,
    to: response.headers.get('Location'),
    text: (await response.text()).replaceAll(/\s+/g, ' '),
  };
}

test('the checkout shows the amount, accepts or declines cards and leads back to the app', async () => {
  const { fake } = opened();
  const session = await makeSession(fake, {
    success_url: 'http://vouch.test/pay/r1?s={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://vouch.test/back',
  });
  const path = `/c/pay/${session}`;
  expect((await visit(fake, path)).text).toMatch(/No card and no money is real.*2 × Ticket.*Pay \$50\.00/);
  expect(await visit(fake, path, { card: 'none' })).toMatchObject({ status: 303, to: 'http://vouch.test/back' });
  expect(await visit(fake, path, { card: 'declined' })).toMatchObject({ status: 303, to: `${path}?declined=1` });
  expect((await visit(fake, `${path}?declined=1`)).text).toContain('Your card was declined.');
  expect(await visit(fake, path, { card: 'ok' })).toMatchObject({
    status: 303,
    to: `http://vouch.test/pay/r1?s=${session}`,
  });
  expect(fake.state().sessions.get(session)?.view).toMatchObject({ status: 'complete' });
});

test('an ended checkout accepts no card', async () => {
  const { fake } = opened();
  const [paid, expired] = [(await authorized(fake)).session, await makeSession(fake)];
  await ask(fake, `/v1/checkout/sessions/${expired}/expire`, { fields: {} });
  expect((await visit(fake, `/c/pay/${paid}`)).text).toContain('Already paid');
  expect((await visit(fake, `/c/pay/${expired}`)).text).toContain('This checkout has ended');
  const intents = fake.state().intents.size;
  for (const id of [paid, expired])
    expect(await visit(fake, `/c/pay/${id}`, { card: 'ok' })).toMatchObject({ status: 303, to: `/c/pay/${id}` });
  expect(fake.state().intents.size).toBe(intents);
});

test('a form sent from another site is refused, and a request for an unknown page gets 404', async () => {
  const { fake } = opened();
  const session = await makeSession(fake);
  const foreign = await visit(fake, `/c/pay/${session}`, { card: 'ok' }, 'http://elsewhere.test');
  expect(foreign).toMatchObject({ status: 403 });
  expect(fake.state().sessions.get(session)?.view.status).toBe('open');
  for (const path of ['/c/pay/cs_none', '/onboard/acct_none?link=x', '/favicon.ico'])
    expect(await visit(fake, path)).toMatchObject({ status: 404 });
});

test('a seller can complete the onboarding or leave it incomplete, until its link expires after five minutes', async () => {
  const { fake, clock } = opened();
  const account = await seller(fake);
  fake.act.restrict(account);
  const use_case = {
    type: 'account_onboarding',
    account_onboarding: { refresh_url: 'http://vouch.test/again', return_url: 'http://vouch.test/payouts' },
  };
  await ask(fake, '/v2/core/account_links', { json: { account, use_case } });
  const path = `/onboard/${account}?link=${[...fake.state().links.keys()][0]}`;
  const statusOf = () =>
    fake.state().accounts.get(account)?.view.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
      ?.status;
  expect((await visit(fake, path)).text).toContain('identity.individual.documents.primary_verification');
  expect(await visit(fake, path, { to: 'incomplete' })).toMatchObject({ to: 'http://vouch.test/payouts' });
  expect(statusOf()).toBe('restricted');
  expect(await visit(fake, path, { to: 'complete' })).toMatchObject({ to: 'http://vouch.test/payouts' });
  expect(statusOf()).toBe('active');
  expect((await visit(fake, path)).text).toContain('Everything is there.');
  clock.ms += 300_000;
  expect(await visit(fake, path)).toMatchObject({ to: 'http://vouch.test/again' });
  expect(await visit(fake, `/onboard/acct_other${path.slice(path.indexOf('?'))}`)).toMatchObject({ status: 404 });
});

test('the buttons of the control page do what banks and sellers would do', async () => {
  const { fake } = opened();
  const account = await seller(fake);
  const { intent: held } = await authorized(fake);
  const { intent, session } = await captured(fake);
  const { body } = await refund(fake, intent, { amount: '100' });
  const press = (act: string, id: string) => visit(fake, '/control', { act, id });
  const { text } = await visit(fake, '/control');
  const buttons = ['Let the authorization lapse', 'Open a dispute', 'Warn of fraud', 'Fail the refund', 'Restrict'];
  for (const label of [...buttons, 'Authorize a second card', 'seller@vouch.test']) expect(text).toContain(label);
  await press('fail_refund', body.id);
  await press('lapse', held);
  await press('dispute', intent);
  const [dispute] = [...fake.state().disputes.values()];
  expect((await visit(fake, '/control')).text).toContain('Let the buyer win');
  await press('lose', dispute!.id);
  await press('stray', session);
  await press('spend', account);
  await press('warn', intent);
  await press('fail_payout', account);
  await press('restrict', account);
  const { intents, refunds, accounts } = fake.state();
  const states = [dispute?.status, intents.get(held)?.status, intents.size, refunds.get(body.id)?.status];
  expect(states).toEqual(['lost', 'canceled', 3, 'failed']);
  expect(accounts.get(account)).toMatchObject({ is_uncollectable: true });
  expect(await press('lose', dispute!.id)).toMatchObject({ to: expect.stringContaining('/control?problem=') });
  expect((await visit(fake, '/control?problem=%3Cb%3E')).text).toContain('&lt;b&gt;');
});

test('the control page sets how often the fake provider fails', async () => {
  const { fake } = opened();
  await visit(fake, '/control', { rates: '1', lostWebhook: '25', doubledWebhook: '400', serverError: 'x' });
  expect(fake.faults).toMatchObject({ lostWebhook: 0.25, doubledWebhook: 1, serverError: 0, lostAnswer: 0 });
  expect((await visit(fake, '/control')).text).toContain('value="25"');
});
