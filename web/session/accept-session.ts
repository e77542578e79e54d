import type { GoTrueClient } from '@supabase/auth-js';
import { ARRIVAL_COOKIE } from '../../worker/contract/people/arrival-cookie.ts';
import type { SessionGrant } from './read-arrival.ts';
import { NOT_THIS_BROWSER } from './where-next.ts';

/** The error codes that mean that the flow began in another browser. */
const OTHER_FLOW = new Set(['pkce_code_verifier_not_found', 'bad_code_verifier', 'flow_state_not_found']);

/**
 * A mail link that this browser confirmed. The link redirects with tokens or a code, and `proof` is valid only for
 * these.
 */
export interface Confirmation {
  type: string;
  proof: string;
}

/** Reads and removes the cookie of a confirmed mail link. Null if this browser confirmed no link. */
export function takeConfirmation(): Confirmation | null {
  // On https the cookie has the prefix `__Host-`, because no other host of the domain can set such a cookie.
  const [name, secure] =
    location.protocol === 'https:' ? [`__Host-${ARRIVAL_COOKIE}`, '; Secure'] : [ARRIVAL_COOKIE, ''];
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
 * Starts the session in the URL only if this browser confirmed the mail link or holds the flow's verifier. Returns null
 * once the session has started, or an error code. After an error, the person who was signed in before stays signed in.
 */
export async function acceptSession(
  auth: Pick<GoTrueClient, 'exchangeCodeForSession' | 'setSession'>,
  { grant, confirmation }: { grant: SessionGrant; confirmation: Confirmation | null },
): Promise<string | null> {
  if (!('code' in grant)) {
    return confirmation?.proof === grant.proof ? failureOf(auth.setSession(grant)) : NOT_THIS_BROWSER;
  }
  if (confirmation === null) return failureOf(auth.exchangeCodeForSession(grant.code));
  const answer = await exchange(grant.code, confirmation);
  return 'access_token' in answer ? failureOf(auth.setSession(answer)) : known(answer.error_code);
}

type Exchanged = { access_token: string; refresh_token: string } | { error_code: string };

/** Exchanges the code of a mail link. The proof replaces the verifier, which may be in another browser. */
async function exchange(auth_code: string, { proof }: Confirmation): Promise<Exchanged> {
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
