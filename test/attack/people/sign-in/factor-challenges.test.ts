import { expect, test, vi } from 'vitest';
import { db } from '../../../support/worker/people/auth.ts';
import { anotherSession, outcome } from '../../../support/worker/people/auth-client.ts';
import { withFactor, enrol, challenge, verify, codeOf, STEP } from '../../../support/worker/people/second-factor.ts';

vi.useFakeTimers({ toFake: ['Date'], now: STEP * 30_000 + 15_000 });
const wrongCode = (secret: string) => {
  const near = new Set([-2, -1, 0, 1, 2].map((skew) => codeOf(secret, skew)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code))!;
};

test('an authenticator code works only once, both within a session and across sessions', async () => {
  const { factor } = await withFactor('twice@vouch.test');
  const [one, two] = [await anotherSession('twice@vouch.test'), await anotherSession('twice@vouch.test')];
  const asked = [await challenge(one, factor.id), await challenge(two, factor.id)];
  const code = codeOf(factor.totp.secret);
  const answers = await Promise.all([
    verify(one, factor.id, { challenge_id: asked[0]!.id, code }),
    verify(two, factor.id, { challenge_id: asked[1]!.id, code }),
  ]);
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  const survivor = answers[0].status === 200 ? one : two;
  const { id } = await challenge(survivor, factor.id);
  for (const typed of [code, codeOf(factor.totp.secret, -1)]) {
    const refused = await verify(survivor, factor.id, { challenge_id: id, code: typed });
    expect(await outcome(refused)).toEqual([422, 'mfa_verification_failed']);
  }
});

test('a challenge can be answered only once, in time, from the same network address, and for its own factor', async () => {
  const { factor, raised } = await withFactor('challenge@vouch.test');
  const second = await enrol(raised, { friendly_name: 'another' });
  const { secret } = factor.totp;
  const answer = async (challenge_id: string, { code = codeOf(secret), headers = {} } = {}) =>
    outcome(await verify(raised, factor.id, { challenge_id, code }, headers));

  const elsewhere = await challenge(raised, factor.id, { 'CF-Connecting-IP': '203.0.113.1' });
  const fromOther = await answer(elsewhere.id, { headers: { 'CF-Connecting-IP': '203.0.113.2' } });
  expect(fromOther).toEqual([422, 'mfa_ip_address_mismatch']);

  const ofOther = await challenge(raised, second.id);
  expect(await answer(ofOther.id)).toEqual([422, 'mfa_challenge_expired']);

  const late = await challenge(raised, factor.id);
  await db.run(`update auth_challenges set expires_at = ${Date.now() - 1} where id = '${late.id}'`);
  expect(await answer(late.id)).toEqual([422, 'mfa_challenge_expired']);

  const once = await challenge(raised, factor.id);
  expect(await answer(once.id)).toEqual([200, undefined]);
  expect(await answer(once.id, { code: codeOf(secret, 1) })).toEqual([422, 'mfa_ip_address_mismatch']);
});

test.each(['one after another', 'all at once'])('five wrong codes %s end a challenge', async (order) => {
  const { factor, raised } = await withFactor(`${order.replaceAll(' ', '-')}@vouch.test`);
  const { id } = await challenge(raised, factor.id);
  const guess = () => verify(raised, factor.id, { challenge_id: id, code: wrongCode(factor.totp.secret) });
  const guesses: Promise<Response>[] = [];
  for (let time = 0; time < 5; time++) {
    guesses.push(guess());
    if (order === 'one after another') await guesses.at(-1);
  }
  expect((await Promise.all(guesses)).map((answer) => answer.status)).toEqual([422, 422, 422, 422, 422]);
  const late = await verify(raised, factor.id, { challenge_id: id, code: codeOf(factor.totp.secret) });
  expect(await outcome(late)).toEqual([422, 'mfa_challenge_expired']);
});
