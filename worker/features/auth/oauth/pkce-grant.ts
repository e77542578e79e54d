import { encodeBase64urlNoPadding } from '@oslojs/encoding';
import { and, eq } from 'drizzle-orm';
import type { Context } from 'hono';
import * as v from 'valibot';
import { authFlowStates } from '../../../../drizzle/tables/auth-codes.ts';
import { sha256 } from '../../../http/crypto.ts';
import type { AuthEnv } from '../auth-env.ts';
import { malformed, refuse } from '../errors.ts';
import { authBody } from '../inputs.ts';
import { limitRequest } from '../limits.ts';
import { startSession, type AmrMethod, type SessionBody } from '../sessions/start-session.ts';
import { findUser } from '../accounts/users.db.ts';

const PkceGrant = v.object({ auth_code: v.nullish(v.string()), code_verifier: v.nullish(v.string()) });

/** How long a PKCE code is good once issued, in milliseconds. */
export const FLOW_LIFE_MS = 300_000;

/** The PKCE grant: code and verifier for a session, once. */
export async function pkceGrant(c: Context<AuthEnv>): Promise<SessionBody & { provider_token?: string; provider_refresh_token?: string }> {
  const { auth_code, code_verifier } = await authBody(c, PkceGrant);
  await limitRequest(c, 'token');
  if (!auth_code || !code_verifier) throw malformed('invalid request: both auth code and code verifier should be non-empty');
  const flow = await consumeFlow(c, { auth_code, code_verifier });
  const record = flow.user_id ? await findUser(c.get('db'), { id: flow.user_id }) : undefined;
  if (!record) throw refuse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  if (record.user.banned_until && record.user.banned_until > c.get('now')) throw refuse(403, 'user_banned', 'User is banned');
  const isOAuth = flow.authentication_method === 'oauth';
  const session = await startSession(c, {
    record,
    method: flow.authentication_method as AmrMethod,
    ...(isOAuth ? { provider: flow.provider } : { identity: 'email' }),
  });
  return {
    ...session,
    ...(flow.provider_access_token ? { provider_token: flow.provider_access_token } : {}),
    ...(flow.provider_refresh_token ? { provider_refresh_token: flow.provider_refresh_token } : {}),
  };
}

/** Takes the flow of a code out of the database where the verifier is its own; of two exchanges one finds it. */
async function consumeFlow(c: Context<AuthEnv>, { auth_code, code_verifier }: { auth_code: string; code_verifier: string }) {
  const db = c.get('db');
  const [flow] = await db.select().from(authFlowStates).where(eq(authFlowStates.auth_code, auth_code));
  if (!flow?.code_issued_at) throw refuse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  if (c.get('now').getTime() - flow.code_issued_at.getTime() > FLOW_LIFE_MS) {
    throw refuse(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  }
  const challenge = flow.code_challenge_method === 'plain' ? code_verifier : await s256(code_verifier);
  if (challenge !== flow.code_challenge)
    throw refuse(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
  const [consumed] = await db
    .delete(authFlowStates)
    .where(and(eq(authFlowStates.id, flow.id), eq(authFlowStates.auth_code, auth_code)))
    .returning();
  if (!consumed) throw refuse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  return consumed;
}

async function s256(verifier: string): Promise<string> {
  return encodeBase64urlNoPadding(await sha256(verifier));
}
