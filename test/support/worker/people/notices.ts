import { expect } from 'vitest';
import { bearer, post, type Tokens, withVars } from './auth-client.ts';
import { arrival, browser } from './browser.ts';
import { type Bearer, challenge, codeOf, enrol, STEP, verify } from './second-factor.ts';
import { mailsTo } from '../talk/mailbox.ts';

export const noGap = withVars({ AUTH_SEND_GAP_S: '0' });

export const noticesTo = async (address: string) =>
  (await mailsTo(address)).filter(({ link }) => link.includes('/not-me?'));

export const linkAbout = async (address: string, what = '') =>
  (await noticesTo(address)).find(({ text }) => text.includes(what))!.link;

export const press = (link: string) => browser().press(link, {}, undefined, '/not-me');

/** Presses the button of a notice. Returns the tokens of the recovery, or an error code. */
export const opened = async (link: string) => arrival(await press(link)) as unknown as Tokens & { error_code?: string };

export const choosePassword = (tokens: Bearer, keep: string[] = []) =>
  post('/recovery', { password: 'of the owner', keep }, { headers: bearer(tokens) });

export const verifiedFactor = (user_id: string, friendly_name: string, created_at = new Date()) =>
  ({ id: crypto.randomUUID(), user_id, factor_type: 'totp', status: 'verified', friendly_name, created_at }) as const;

export async function addFactor(who: Bearer) {
  const factor = await enrol(who);
  const { id } = await challenge(who, factor.id);
  const code = codeOf(factor.totp.secret, Math.floor(Date.now() / 30_000) - STEP);
  const answer = await verify(who, factor.id, { challenge_id: id, code });
  expect(answer.status).toBe(200);
  return { id: factor.id, raised: await answer.json<Tokens>() };
}
