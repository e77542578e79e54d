import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthUser, UserFields } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { Db } from '../../../../context.ts';
import type { Write } from '../../../../http/database/batch.ts';
import { keepMark } from '../../../../http/shared/people/shared-mark.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { codeDelete } from '../codes/codes.db.ts';
import { provePhone } from '../codes/prove-address.db.ts';
import { prepareMessage, sendMessages, type PreparedMessage } from '../codes/send-code.ts';
import { malformed, phoneDisabled, phoneExists, refuse, secondFactorMissing } from '../base/errors.ts';
import { lacksSecondFactor } from '../factors/assurance.rules.ts';
import { optionalText } from '../base/inputs.ts';
import { claimSend } from '../base/limits.ts';
import { tellOwner } from '../notices/tell-owner.ts';
import { ChallengeFields, type PkceChallenge } from '../sessions/pkce-challenge.ts';
import { hashPassword, isPassword } from '../password/password-hash.ts';
import { checkPassword } from '../password/password-policy.ts';
import { requestedRedirect } from '../base/redirect.ts';
import { requireFreshProof, takeProof } from '../codes/fresh-proof.ts';
import { accessDeletes } from '../codes/access.db.ts';
import { AddressFields, ChannelField, emailOf, phoneOf } from '../accounts/addresses.ts';
import { changeEmail, EMAIL_CHANGE_KINDS, refuseTakenEmail } from '../codes/change-email.ts';
import { DataField, displayNameOf, fitsMetadata, mergedMetadata, METADATA_TOO_LARGE } from '../base/metadata.ts';
import { findUser, profileUpdate, userUpdate, type UserRecord } from '../base/users.db.ts';

/** Either `nonce` (the code from `/reauthenticate`) or `current_password` proves that the request is from the owner. */
export const UpdateOwnUser = v.object({
  ...AddressFields,
  ...ChallengeFields,
  ...ChannelField,
  ...DataField,
  password: v.nullish(v.string()),
  current_password: v.nullish(v.string()),
  nonce: optionalText(64),
  app_metadata: v.nullish(v.unknown()),
});
type UpdateOwnUser = v.InferOutput<typeof UpdateOwnUser>;

/** Messages are sent after the writes. */
interface Plan {
  fields: UserFields;
  statements: readonly Write[];
  messages: PreparedMessage[];
}

/** `PUT /user`. Checks every part before changing the user. A refusal does not make a used code valid again. */
export async function updateOwnUser(
  c: Context<AuthEnv>,
  { body, challenge }: { body: UpdateOwnUser; challenge: PkceChallenge | null },
): Promise<UserRecord> {
  const [db, caller] = [c.get('db'), c.get('caller')];
  await refuseUnproven(c, body);
  const plans = [
    await planPassword(c, body),
    await planEmail(c, { body, challenge }),
    await planPhone(c, body),
    planMetadata(db, caller.user, body),
  ];
  const fields: UserFields = Object.assign({ updated_at: c.get('now') }, ...plans.map((plan) => plan.fields));
  const messages = plans.flatMap((plan) => plan.messages);
  await sendMessages(c, messages, [
    userUpdate(db, caller.user.id, fields),
    ...plans.flatMap((plan) => plan.statements),
  ]);
  const record = await findUser(db, { id: caller.user.id });
  if (!record) throw refuse(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return isImmediate(c, { body, user: caller.user }) ? changeEmail(c, { record, email: emailOf(body.email!) }) : record;
}

/**
 * A change of password, email or phone needs a fresh proof, except from an anonymous user. It also needs the second
 * factor, if the account has one. A request may also send only a proof, which then counts for later changes.
 */
async function refuseUnproven(c: Context<AuthEnv>, body: UpdateOwnUser): Promise<void> {
  const isSensitive = Boolean(body.password) || Boolean(body.email) || Boolean(body.phone);
  if (isSensitive && lacksSecondFactor(c.get('caller'))) {
    throw secondFactorMissing();
  }
  // The new password is checked before the nonce, because a nonce works only once.
  if (body.password) await checkPassword(c, body.password);
  const isProven = await takeProof(c, body);
  if (isSensitive && !isProven) requireFreshProof(c, c.get('caller'));
}

/** A new password ends the other sessions, all codes and flows, and the secret link of the calendar. */
async function planPassword(c: Context<AuthEnv>, body: UpdateOwnUser): Promise<Plan> {
  if (!body.password) return nothing();
  const { user, session } = c.get('caller');
  if (user.is_anonymous && !user.email && !user.phone && !body.email && !body.phone) {
    throw refuse(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
  }
  if (user.password_hash && (await isPassword(body.password, user.password_hash))) {
    throw refuse(422, 'same_password', 'New password should be different from the old password.');
  }
  const db = c.get('db');
  return {
    fields: { password_hash: hashPassword(body.password) },
    statements: [
      ...accessDeletes(db, user.id, { except: session.id }),
      ...(await tellOwner(c, { user, change: 'password' })),
    ],
    messages: [],
  };
}

/** Sends a code to the new address and, with double confirmation, to the old one too. */
async function planEmail(
  c: Context<AuthEnv>,
  { body, challenge }: { body: UpdateOwnUser; challenge: PkceChallenge | null },
): Promise<Plan> {
  if (!body.email) return nothing();
  const [db, { user }] = [c.get('db'), c.get('caller')];
  const email = emailOf(body.email);
  if (email === user.email) return nothing();
  await refuseTakenEmail(db, { email, user_id: user.id });
  if (isImmediate(c, { body, user })) return nothing();
  await claimSend(c, { channel: 'email', kind: 'email_change', address: email });
  const order = { user_id: user.id, type: 'email_change', challenge, redirect_to: requestedRedirect(c) };
  const needsBoth = c.get('config').double_confirm && user.email && user.email_confirmed_at;
  const halves = needsBoth ? (['current', 'new'] as const) : (['new'] as const);
  const messages = halves.map((half) => {
    const kind = `email_change_${half}` as const;
    return prepareMessage(c, { ...order, kind, purpose: kind, address: half === 'new' ? email : user.email! });
  });
  return {
    fields: { new_email: email, email_change_proven: null },
    // Codes of an earlier email change stop working.
    statements: [codeDelete(db, user.id, EMAIL_CHANGE_KINDS)],
    messages: await Promise.all(messages),
  };
}

/** With `AUTH_AUTOCONFIRM`, an anonymous user gets an address immediately, because there is no old address to prove. */
function isImmediate(c: Context<AuthEnv>, { body, user }: { body: UpdateOwnUser; user: AuthUser }): boolean {
  return Boolean(body.email) && user.is_anonymous && !user.email && c.get('config').autoconfirm;
}

async function planPhone(c: Context<AuthEnv>, body: UpdateOwnUser): Promise<Plan> {
  if (!body.phone) return nothing();
  const [db, caller] = [c.get('db'), c.get('caller')];
  const { user } = caller;
  const phone = phoneOf(body.phone);
  if (phone === user.phone) return nothing();
  if (!c.get('config').phone) throw phoneDisabled();
  if (await findUser(db, { phone })) throw phoneExists();
  if (c.get('config').autoconfirm) {
    const { statements } = provePhone(db, { record: caller, phone, now: c.get('now') });
    const mark = await keepMark({ env: c.env, db }, { user_id: user.id, kind: 'phone', value: phone });
    return {
      fields: {},
      statements: [...statements, ...mark, ...(await tellOwner(c, { user, change: 'phone' }))],
      messages: [],
    };
  }
  await claimSend(c, { channel: 'sms', kind: 'phone_change', address: phone });
  const message = {
    user_id: user.id,
    kind: 'phone_change',
    address: phone,
    purpose: 'confirmation',
    type: 'phone_change',
  } as const;
  return {
    fields: { new_phone: phone },
    statements: [],
    messages: [await prepareMessage(c, { ...message, redirect_to: requestedRedirect(c) })],
  };
}

/** A new name in the metadata also becomes the name that others see. */
function planMetadata(db: Db, user: AuthUser, { data }: UpdateOwnUser): Plan {
  if (!data) return nothing();
  const user_metadata = mergedMetadata(user.user_metadata, data);
  if (!fitsMetadata(user_metadata)) throw malformed(METADATA_TOO_LARGE);
  const isNamed = 'full_name' in data || 'name' in data;
  const display_name = displayNameOf(user_metadata);
  return {
    fields: { user_metadata },
    statements: isNamed ? [profileUpdate(db, user.id, { display_name })] : [],
    messages: [],
  };
}

function nothing(): Plan {
  return { fields: {}, statements: [], messages: [] };
}
