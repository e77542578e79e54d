import type { Context } from 'hono';
import { authFlowStates, authOneTimeCodes, type AuthFlowState } from '../../../../drizzle/tables/auth-codes.ts';
import type { CodeKind } from '../../../../drizzle/vocabulary.ts';
import { keyedHash, randomDigits, sha256Hex } from '../../../http/crypto.ts';
import type { AuthEnv } from '../auth-env.ts';
import type { PkceChallenge } from '../inputs.ts';
import type { AmrMethod, Statement } from '../sessions/start-session.ts';

const CODE_DIGITS = 6;
/** How long the digits of an SMS are good, in seconds. */
const SMS_EXPIRY_S = 60;
/** A code dies with its fifth wrong guess, whoever guessed. */
export const MAX_ATTEMPTS = 5;
const PKCE_PREFIX = 'pkce_';

/** A code to send: digits, the token of its link, and the statements that store it. */
export interface IssuedCode {
  digits: string;
  link_token: string;
  statements: Statement[];
}

interface CodeOrder {
  user_id: string;
  kind: CodeKind;
  address: string;
  /** Given where the link must end in a PKCE code instead of tokens. */
  flow?: { challenge: PkceChallenge; method: AmrMethod } | null | undefined;
}

/** Makes a code; a live one of the same user and kind dies with it. */
export async function issueCode(c: Context<AuthEnv>, { user_id, kind, address, flow }: CodeOrder): Promise<IssuedCode> {
  const [db, now] = [c.get('db'), c.get('now')];
  const digits = randomDigits(CODE_DIGITS);
  const token = await linkToken(c.env, { kind, user_id, address, digits });
  const seconds = kind === 'phone' || kind === 'phone_change' ? SMS_EXPIRY_S : c.get('config').otp_expiry_s;
  const state = flow ? flowState({ user_id, now, ...flow }) : null;
  const fresh = {
    hash: await storedHash(token),
    address,
    flow_state_id: state?.id ?? null,
    attempts: 0,
    expires_at: new Date(now.getTime() + seconds * 1000),
    created_at: now,
  };
  return {
    digits,
    link_token: state ? `${PKCE_PREFIX}${token}` : token,
    statements: [
      ...(state ? [db.insert(authFlowStates).values(state)] : []),
      db
        .insert(authOneTimeCodes)
        .values({ id: crypto.randomUUID(), user_id, kind, ...fresh })
        .onConflictDoUpdate({ target: [authOneTimeCodes.user_id, authOneTimeCodes.kind], set: { id: crypto.randomUUID(), ...fresh } }),
    ],
  };
}

/** A link's token: an HMAC under the server's pepper over everything the code is for, so that it is good for nothing else. */
export async function linkToken(
  env: Pick<Env, 'AUTH_PEPPER'>,
  { kind, user_id, address, digits }: { kind: CodeKind; user_id: string; address: string; digits: string },
): Promise<string> {
  return keyedHash(env.AUTH_PEPPER, [kind, user_id, address, digits]);
}

/** What the database keeps of a link's token. */
export async function storedHash(token: string): Promise<string> {
  const bare = token.startsWith(PKCE_PREFIX) ? token.slice(PKCE_PREFIX.length) : token;
  return sha256Hex(bare);
}

/** Whether a link was asked for by a PKCE client. */
export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}

function flowState(order: { user_id: string; now: Date; challenge: PkceChallenge; method: AmrMethod }): AuthFlowState {
  return {
    id: crypto.randomUUID(),
    auth_code: null,
    ...order.challenge,
    code_issued_at: null,
    user_id: order.user_id,
    linking_user_id: null,
    authentication_method: order.method,
    provider: 'email',
    provider_verifier: null,
    provider_nonce: null,
    provider_access_token: null,
    provider_refresh_token: null,
    invite_token: null,
    redirect_to: null,
    created_at: order.now,
  };
}
