import type { Context } from 'hono';
import type { AuthAmr, AuthSession } from '../../../../../drizzle/tables/people/auth-sessions.ts';
import type { Write } from '../../../../http/database/batch.ts';
import { randomSecret } from '../../../../http/security/crypto.ts';
import { clientAddress } from '../../../../http/answers/request.ts';
import { keepDevice } from '../../../../http/shared/people/shared-mark.ts';
import { runAndTell } from '../../../../rooms/tell-pages.ts';
import { addressMarks } from '../accounts/address-marks.ts';
import type { UserRecord } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { deviceOf, rememberDevice } from '../base/known-device.ts';
import { sessionBody, type SessionBody } from './session-body.ts';
import { endOf } from './session-life.ts';
import { sessionInserts } from './sessions.db.ts';

/** How a user proved who they are, in the words of the `amr` claim. */
export type AmrMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'mfa/recovery'
  | 'recovery'
  | 'invite'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'anonymous'
  | 'web3'
  | 'passkey';

interface SignIn {
  record: UserRecord;
  method: AmrMethod;
  provider?: string;
  /** The provider of the identity with which the user signs in. Defaults to `provider`. */
  identity?: string;
  /** These statements run before the session's own statements, in the same batch. */
  alongside?: readonly Write[];
}

/** Starts a session for a user who has just proven who they are. All writes run in one batch. */
export async function startSession(
  c: Context<AuthEnv>,
  { record, method, provider, identity = provider, alongside = [] }: SignIn,
): Promise<SessionBody> {
  const now = c.get('now');
  const session: AuthSession = {
    id: crypto.randomUUID(),
    user_id: record.user.id,
    counter: 0,
    counter_floor: 0,
    refresh_key: randomSecret(),
    aal: 'aal1',
    factor_id: null,
    user_agent: c.req.header('User-Agent')?.slice(0, 300) ?? null,
    ip: clientAddress(c),
    refreshed_at: null,
    not_after: endOf({ created_at: now }, now),
    created_at: now,
  };
  const amr: AuthAmr = { session_id: session.id, method, provider: provider ?? null, created_at: now };
  const identity_id = record.identities.find((each) => each.provider === identity)?.id;
  const device = await deviceOf(c);
  const marks = [
    ...(await addressMarks(c, record)),
    ...(await keepDevice({ env: c.env, db: c.get('db') }, { user_id: record.user.id, device })),
  ];
  await runAndTell(c, [...alongside, ...marks, ...sessionInserts(c.get('db'), { session, amr, identity_id })]);
  const account = record.user.email ?? record.user.phone;
  if (account) await rememberDevice(c, { account, device });
  return sessionBody(c, { record: signedIn(record, { now, identity_id }), session, amr: [amr] });
}

function signedIn(
  record: UserRecord,
  { now, identity_id }: { now: Date; identity_id: string | undefined },
): UserRecord {
  const times = { last_sign_in_at: now, updated_at: now };
  return {
    ...record,
    user: { ...record.user, ...times },
    identities: record.identities.map((each) => (each.id === identity_id ? Object.assign({}, each, times) : each)),
  };
}
