import type { Context } from 'hono';
import type { NewAuthFlowState, PendingSignUp } from '../../../../../drizzle/tables/people/auth-codes.ts';
import type { CodeKind } from '../../../../../drizzle/vocabulary.ts';
import { randomDigits } from '../../../../http/security/crypto.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { flowInsert } from '../sessions/flow-states.db.ts';
import type { PkceChallenge } from '../sessions/pkce-challenge.ts';
import type { AmrMethod } from '../sessions/start-session.ts';
import { linkToken, pkceToken, storedHash } from './code-hash.ts';
import { codeUpsert } from './codes.db.ts';

export const CODE_DIGITS = 6;
/** How long a code in a text message works, in seconds. A code in a mail works for `AUTH_OTP_EXPIRY_S`. */
const SMS_EXPIRY_S = 60;

interface CodeOrder {
  user_id: string;
  kind: CodeKind;
  address: string;
  /** Set if the link must redirect with a PKCE code instead of tokens. */
  flow?: { challenge: PkceChallenge; method: AmrMethod } | null | undefined;
  /** The sign-up that the code confirms, or null. If undefined, the code takes the sign-up of the code it replaces. */
  sign_up?: PendingSignUp | null | undefined;
}

export async function issueCode(c: Context<AuthEnv>, { user_id, kind, address, flow, sign_up }: CodeOrder) {
  const [db, now] = [c.get('db'), c.get('now')];
  const digits = randomDigits(CODE_DIGITS);
  const token = await linkToken(c.env.AUTH_PEPPER, { kind, user_id, address, digits });
  const seconds = kind === 'phone' || kind === 'phone_change' ? SMS_EXPIRY_S : c.get('config').otp_expiry_s;
  const state = flow ? mailFlow({ user_id, now, ...flow }) : null;
  const code = {
    user_id,
    kind,
    hash: await storedHash(token),
    address,
    flow_state_id: state?.id ?? null,
    sign_up,
    expires_at: new Date(now.getTime() + seconds * 1000),
    created_at: now,
  };
  return {
    digits,
    link_token: state ? pkceToken(token) : token,
    statements: [...(state ? [flowInsert(db, state)] : []), codeUpsert(db, code)],
  };
}

function mailFlow(order: { user_id: string; now: Date; challenge: PkceChallenge; method: AmrMethod }) {
  return {
    id: crypto.randomUUID(),
    ...order.challenge,
    user_id: order.user_id,
    authentication_method: order.method,
    provider: 'email',
    created_at: order.now,
  } satisfies NewAuthFlowState;
}
