import { afterEach, expect, test, vi } from 'vitest';
import { takeConfirmation, acceptSession } from './accept-session.ts';

const TOKENS = { access_token: 'a', refresh_token: 'r', proof: 'proof' };
const CONFIRMATION = { type: 'magiclink', proof: 'proof' };

/** An auth client that only records its calls. */
function client({ code }: { code?: string } = {}) {
  const answer = { data: {}, error: code === undefined ? null : { code } };
  return {
    setSession: vi.fn<() => Promise<typeof answer>>(async () => answer),
    exchangeCodeForSession: vi.fn<() => Promise<typeof answer>>(async () => answer),
  };
}
const take = (auth: ReturnType<typeof client>, given: Parameters<typeof acceptSession>[1]) =>
  acceptSession(auth as never, given);

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  [TOKENS, null],
  [TOKENS, { ...CONFIRMATION, proof: 'another' }],
  [{ ...TOKENS, proof: '' }, null],
])('the tokens %j are refused if the confirmation of the browser is %j', async (grant, confirmation) => {
  const auth = client();
  expect(await take(auth, { grant, confirmation })).toBe('not_this_browser');
  expect(auth.setSession).not.toHaveBeenCalled();
});

test('tokens start a session in the browser that confirmed their link', async () => {
  const auth = client();
  expect(await take(auth, { grant: TOKENS, confirmation: CONFIRMATION })).toBeNull();
  expect(auth.setSession).toHaveBeenCalledOnce();
});

test.each([
  [undefined, null],
  ['pkce_code_verifier_not_found', 'not_this_browser'],
  ['bad_code_verifier', 'not_this_browser'],
  ['flow_state_expired', 'flow_state_expired'],
])(
  'without a confirmation, a code is exchanged with the verifier of this browser, and the error %j becomes %j',
  async (code, told) => {
    const auth = client(code === undefined ? {} : { code });
    expect(await take(auth, { grant: { code: 'c' }, confirmation: null })).toBe(told);
    expect(auth.exchangeCodeForSession).toHaveBeenCalledExactlyOnceWith('c');
  },
);

test('a browser that confirmed a link sends the proof of the confirmation with the code', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(TOKENS));
  const auth = client();
  expect(await take(auth, { grant: { code: 'c' }, confirmation: CONFIRMATION })).toBeNull();
  expect(JSON.parse(asked.mock.calls[0]![1]!.body as string)).toEqual({ auth_code: 'c', code_verifier: 'proof' });
  expect(auth.setSession).toHaveBeenCalledOnce();
  asked.mockResolvedValue(Response.json({ error_code: 'bad_code_verifier' }, { status: 400 }));
  expect(await take(auth, { grant: { code: 'c' }, confirmation: CONFIRMATION })).toBe('not_this_browser');
  expect(auth.setSession).toHaveBeenCalledOnce();
});

test('the cookie of a confirmed link can be used only once', () => {
  document.cookie = 'vouch-arrival=recovery.proof; Path=/';
  expect(takeConfirmation()).toEqual({ type: 'recovery', proof: 'proof' });
  expect(takeConfirmation()).toBeNull();
  document.cookie = 'vouch-arrival=recovery; Path=/';
  expect(takeConfirmation()).toBeNull();
});
