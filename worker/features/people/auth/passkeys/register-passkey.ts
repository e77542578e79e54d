import type { Context } from 'hono';
import type { AuthSignInPasskey } from '../../../../../drizzle/tables/people/auth-sign-in-passkeys.ts';
import { deviceName } from '../../../../contract/people/device-name.ts';
import { type AuditStamp, NothingChanged, writeAudited } from '../../../../http/security/audit.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse } from '../base/errors.ts';
import { FACTOR_WAIT_MS } from '../factors/factor-life.ts';
import type { CreatedKey } from '../factors/passkey-answer.ts';
import { relyingParty } from '../factors/relying-party.rules.ts';
import { tellOwner } from '../notices/tell-owner.ts';
import { newChallenge, refuseUnlessOpen, textOf, userHandle, wrongPasskey } from './challenge.ts';
import {
  findOwnPasskeys,
  MAX_PASSKEYS,
  ownPasskeyDelete,
  ownPasskeyInsert,
  takeRegistration,
} from './own-passkeys.db.ts';
import { ALGORITHMS, createdKey, webauthn } from '../factors/webauthn.ts';

export async function registrationOptions(c: Context<AuthEnv>) {
  const { user } = c.get('caller');
  const known = await findOwnPasskeys(c.get('db'), user.id);
  if (known.length >= MAX_PASSKEYS) throw tooMany();
  const { generateRegistrationOptions } = await webauthn();
  const { id: rpID, name: rpName } = relyingParty(c.get('config'));
  const name = user.email || user.phone || user.id;
  const { id, text, expires_at } = await newChallenge(c, asked(c));
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    challenge: text,
    timeout: FACTOR_WAIT_MS,
    userName: name,
    userDisplayName: name,
    userID: new Uint8Array(new TextEncoder().encode(await userHandle(c, user.id))),
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    // At sign-in the person types no address, so the device has to find the passkey by itself.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { challenge_id: id, options, expires_at };
}

export async function registerPasskey(
  c: Context<AuthEnv>,
  { challenge_id: id, credential: created }: { challenge_id: string; credential: CreatedKey },
): Promise<AuthSignInPasskey> {
  const [db, now, { user }] = [c.get('db'), c.get('now'), c.get('caller')];
  refuseUnlessOpen(c, await takeRegistration(db, { id, user_id: user.id }));
  const key = await createdKey(c, { created, text: await textOf(c, { id, ...asked(c) }), checksOwner: true });
  if (!key) throw wrongPasskey();
  const passkey = {
    id: crypto.randomUUID(),
    user_id: user.id,
    ...key,
    transports: created.response.transports ?? [],
    friendly_name: deviceName(c.req.header('User-Agent') ?? null),
    last_used_at: null,
    created_at: now,
  };
  const change = { run: ownPasskeyInsert(db, passkey), action: 'passkey.add', before: null, after: namedIn(passkey) };
  await writeOwn(c, change, 'passkey_added').catch(async (error: unknown) => {
    if (!(error instanceof NothingChanged)) throw error;
    const { length } = await findOwnPasskeys(db, user.id);
    throw length >= MAX_PASSKEYS
      ? tooMany()
      : refuse(422, 'webauthn_credential_exists', 'This credential is already registered');
  });
  return passkey;
}

export async function deletePasskey(c: Context<AuthEnv>, id: string): Promise<void> {
  const db = c.get('db');
  const own = { id, user_id: c.get('caller').user.id };
  const change = { run: ownPasskeyDelete(db, own), action: 'passkey.delete', before: namedIn(own), after: null };
  await writeOwn(c, change, 'passkey_removed').catch((error: unknown) => {
    throw error instanceof NothingChanged ? passkeyNotFound() : error;
  });
}

export const passkeyNotFound = () => refuse(404, 'validation_failed', 'Passkey not found');

const tooMany = () => refuse(422, 'too_many_passkeys', `An account can have up to ${MAX_PASSKEYS} passkeys.`);

const namedIn = ({ id }: Pick<AuthSignInPasskey, 'id'>) => ({ passkey: id });

function asked(c: Context<AuthEnv>) {
  const { user, session } = c.get('caller');
  return { ceremony: 'passkey/registration', by: { user_id: user.id, session_id: session.id } } as const;
}

async function writeOwn(
  c: Context<AuthEnv>,
  change: Omit<Parameters<typeof writeAudited>[1]['changes'][number], 'target_type' | 'target_id'>,
  told: 'passkey_added' | 'passkey_removed',
): Promise<void> {
  const { user } = c.get('caller');
  // The log cannot be altered, so it holds only the id of the account, not the address.
  const stamp: AuditStamp = {
    actor_id: user.id,
    actor_email: null,
    at: c.get('now'),
    request_id: c.get('request_id'),
  };
  const changes = [{ ...change, target_type: 'person', target_id: user.id }];
  await writeAudited(c.get('db'), { stamp, changes, also: await tellOwner(c, { user, change: told }) });
}
