import type { GoTrueClient } from '@supabase/auth-js';
import { ARRIVAL_COOKIE } from '../../worker/contract/arrival-cookie.ts';
import type { Brought } from './read-arrival.ts';
import { NOT_THIS_BROWSER } from './where-next.ts';

/** Refusals of a code whose flow this browser did not begin. */
const OTHER_FLOW = new Set(['pkce_code_verifier_not_found', 'bad_code_verifier', 'flow_state_not_found']);

/** That this browser pressed the button behind a mail's link: the type of the link, and the proof for what its redirect brings. */
export interface Press {
  type: string;
  proof: string;
}

/** Reads the cookie of a press and removes it, so that it counts once. Null if this browser pressed nothing. */
export function takePress(): Press | null {
  // On https only the name with the prefix counts: another host of the same domain cannot set that one.
  const [name, secure] = location.protocol === 'https:' ? [`__Host-${ARRIVAL_COOKIE}`, '; Secure'] : [ARRIVAL_COOKIE, ''];
  const value = document.cookie
    .split('; ')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (value === undefined) return null;
  document.cookie = `${name}=; Path=/; Max-Age=0${secure}`;
  const [type = '', proof = ''] = value.split('.');
  return proof === '' ? null : { type, proof };
}

/**
 * Takes the session that the address brings, but only if this browser asked for it: it pressed the button behind the mail's link, or it holds
 * the verifier of the flow. Returns the error code; null when all went well. Until then whoever is signed in stays so.
 */
export async function takeSession(
  auth: Pick<GoTrueClient, 'exchangeCodeForSession' | 'setSession'>,
  { brings, press }: { brings: Brought; press: Press | null },
): Promise<string | null> {
  if (!('code' in brings)) {
    return press?.proof === brings.proof ? failureOf(auth.setSession(brings)) : NOT_THIS_BROWSER;
  }
  if (press === null) return failureOf(auth.exchangeCodeForSession(brings.code));
  const answer = await exchange(brings.code, press);
  return 'access_token' in answer ? failureOf(auth.setSession(answer)) : known(answer.error_code);
}

type Exchanged = { access_token: string; refresh_token: string } | { error_code: string };

/** The verifier of a mail's link may be in another browser, so the proof of the press stands for it. */
async function exchange(auth_code: string, { proof }: Press): Promise<Exchanged> {
  try {
    const answer = await fetch('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ auth_code, code_verifier: proof }),
    });
    return (await answer.json()) as Exchanged;
  } catch {
    return { error_code: 'unknown' };
  }
}

async function failureOf(call: Promise<{ error: { code?: string | undefined } | null }>): Promise<string | null> {
  const { error } = await call;
  return error && known(error.code ?? 'unknown');
}

function known(code: string): string {
  return OTHER_FLOW.has(code) ? NOT_THIS_BROWSER : code;
}
