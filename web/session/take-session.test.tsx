import { afterEach, expect, test, vi } from 'vitest';
import { takePress, takeSession } from './take-session.ts';

const TOKENS = { access_token: 'a', refresh_token: 'r', proof: 'proof' };
const PRESS = { type: 'magiclink', proof: 'proof' };

/** An auth client that only counts what it is asked to do. */
function client({ code }: { code?: string } = {}) {
  const answer = { data: {}, error: code === undefined ? null : { code } };
  return {
    setSession: vi.fn<() => Promise<typeof answer>>(async () => answer),
    exchangeCodeForSession: vi.fn<() => Promise<typeof answer>>(async () => answer),
  };
}
const take = (auth: ReturnType<typeof client>, given: Parameters<typeof takeSession>[1]) => takeSession(auth as never, given);

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  [TOKENS, null],
  [TOKENS, { ...PRESS, proof: 'another' }],
  [{ ...TOKENS, proof: '' }, null],
])('the tokens of %j are refused in a browser whose press is %j', async (brings, press) => {
  const auth = client();
  expect(await take(auth, { brings, press })).toBe('not_this_browser');
  expect(auth.setSession).not.toHaveBeenCalled();
});

test('tokens are taken in the browser that pressed the button behind their link', async () => {
  const auth = client();
  expect(await take(auth, { brings: TOKENS, press: PRESS })).toBeNull();
  expect(auth.setSession).toHaveBeenCalledOnce();
});

test.each([
  [undefined, null],
  ['pkce_code_verifier_not_found', 'not_this_browser'],
  ['bad_code_verifier', 'not_this_browser'],
  ['flow_state_expired', 'flow_state_expired'],
])('a code without a press is exchanged with the own verifier: the refusal %j is told as %j', async (code, told) => {
  const auth = client(code === undefined ? {} : { code });
  expect(await take(auth, { brings: { code: 'c' }, press: null })).toBe(told);
  expect(auth.exchangeCodeForSession).toHaveBeenCalledExactlyOnceWith('c');
});

test('a code is exchanged with the proof of the press, whoever holds the verifier', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(TOKENS));
  const auth = client();
  expect(await take(auth, { brings: { code: 'c' }, press: PRESS })).toBeNull();
  expect(JSON.parse(asked.mock.calls[0]![1]!.body as string)).toEqual({ auth_code: 'c', code_verifier: 'proof' });
  expect(auth.setSession).toHaveBeenCalledOnce();
  asked.mockResolvedValue(Response.json({ error_code: 'bad_code_verifier' }, { status: 400 }));
  expect(await take(auth, { brings: { code: 'c' }, press: PRESS })).toBe('not_this_browser');
  expect(auth.setSession).toHaveBeenCalledOnce();
});

test('a press counts once, and a malformed cookie is no press', () => {
  document.cookie = 'vouch-arrival=recovery.proof; Path=/';
  expect(takePress()).toEqual({ type: 'recovery', proof: 'proof' });
  expect(takePress()).toBeNull();
  document.cookie = 'vouch-arrival=recovery; Path=/';
  expect(takePress()).toBeNull();
});
