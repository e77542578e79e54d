import { base64urlnopad } from '@scure/base';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthFlowState } from '../../../../../drizzle/tables/people/auth-codes.ts';
import { isUniqueViolation } from '../../../../http/database/constraint.ts';
import { sha256 } from '../../../../http/security/crypto.ts';
import { isBanned } from '../accounts/ban.rules.ts';
import { identityTaken, linkTo } from '../identities/link-identity.ts';
import { findUser } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { isArrivalProof } from '../codes/arrival-proof.ts';
import { malformed, refuse, userBanned } from '../base/errors.ts';
import { authBody } from '../base/inputs.ts';
import { limitRequest } from '../base/limits.ts';
import type { SessionBody } from '../sessions/session-body.ts';
import { startSession, type AmrMethod } from '../sessions/start-session.ts';
import { AUTH_CODE_MS, findFlowByCode, takeFlowByCode } from '../sessions/flow-states.db.ts';

const PkceGrant = v.object({ auth_code: v.nullish(v.string()), code_verifier: v.nullish(v.string()) });

export async function pkceGrant(
  c: Context<AuthEnv>,
): Promise<SessionBody & { provider_token?: string; provider_refresh_token?: string }> {
  const { auth_code, code_verifier } = await authBody(c, PkceGrant);
  await limitRequest(c, 'token');
  if (!auth_code || !code_verifier)
    throw malformed('invalid request: both auth code and code verifier should be non-empty');
  const flow = await takeFlow(c, { auth_code, code_verifier });
  const record = flow.user_id ? await findUser(c.get('db'), { id: flow.user_id }) : undefined;
  if (!record) throw flowNotFound();
  if (isBanned(record.user, c.get('now'))) throw userBanned();
  const isOAuth = flow.authentication_method === 'oauth';
  const change = flow.linking_person
    ? await linkTo(c, { record, person: flow.linking_person })
    : { record, statements: [] };
  const session = await startSession(c, {
    record: change.record,
    method: flow.authentication_method as AmrMethod,
    ...(isOAuth ? { provider: flow.provider } : { identity: 'email' }),
    alongside: change.statements,
  }).catch((error: unknown) => {
    throw flow.linking_person && isUniqueViolation(error) ? identityTaken() : error;
  });
  return {
    ...session,
    ...(flow.provider_access_token ? { provider_token: flow.provider_access_token } : {}),
    ...(flow.provider_refresh_token ? { provider_refresh_token: flow.provider_refresh_token } : {}),
  };
}

/**
 * Uses up a code. If the code came from the link in a mail, the client may send the proof from `proveArrival` instead
 * of the verifier. A wrong verifier does not use up the code.
 */
async function takeFlow(
  c: Context<AuthEnv>,
  { auth_code, code_verifier }: { auth_code: string; code_verifier: string },
): Promise<AuthFlowState> {
  const flow = await findFlowByCode(c.get('db'), auth_code);
  if (!flow?.code_issued_at) throw flowNotFound();
  if (c.get('now').getTime() - flow.code_issued_at.getTime() > AUTH_CODE_MS) {
    throw refuse(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  }
  const challenge =
    flow.code_challenge_method === 'plain' ? code_verifier : base64urlnopad.encode(await sha256(code_verifier));
  if (challenge !== flow.code_challenge && !(await isArrivalProof(c, { text: code_verifier, auth_code }))) {
    throw refuse(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
  }
  const taken = await takeFlowByCode(c.get('db'), { id: flow.id, auth_code });
  if (!taken) throw flowNotFound();
  return taken;
}

function flowNotFound() {
  return refuse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
}
