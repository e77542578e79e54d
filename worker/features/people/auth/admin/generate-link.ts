import type { Context } from 'hono';
import * as v from 'valibot';
import type { SentAt, UserFields } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { CodeKind } from '../../../../../drizzle/vocabulary.ts';
import { runAndTell } from '../../../../rooms/tell-pages.ts';
import { emailOf } from '../accounts/addresses.ts';
import { optionalMetadata } from '../base/metadata.ts';
import { userJson } from '../accounts/user-json.ts';
import { findUser, userUpdate, type Change, type UserRecord } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { issueCode } from '../codes/issue-code.ts';
import { verifyLink } from '../codes/send-code.ts';
import { emailExists, malformed, refuse } from '../base/errors.ts';
import { requestedRedirect } from '../base/redirect.ts';
import { invitedUser, signedUpUser } from './link-users.ts';

const LINK_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'] as const;
type LinkType = (typeof LINK_TYPES)[number];

export const GenerateLink = v.object({
  type: v.picklist(LINK_TYPES, 'must be signup, invite, magiclink, recovery, email_change_current or email_change_new'),
  email: v.string('An email address is required'),
  password: v.nullish(v.string()),
  new_email: v.nullish(v.string()),
  redirect_to: v.nullish(v.string()),
  data: optionalMetadata('data must be an object'),
});
type GenerateLink = v.InferOutput<typeof GenerateLink>;

/** For each type of link: the kind of its code, the column for the time of sending, and the `type` in its URL. */
const LINKS: Record<LinkType, { kind: CodeKind; sent_at: SentAt; type: string }> = {
  signup: { kind: 'confirmation', sent_at: 'confirmation_sent_at', type: 'signup' },
  invite: { kind: 'confirmation', sent_at: 'confirmation_sent_at', type: 'invite' },
  magiclink: { kind: 'recovery', sent_at: 'recovery_sent_at', type: 'magiclink' },
  recovery: { kind: 'recovery', sent_at: 'recovery_sent_at', type: 'recovery' },
  email_change_current: { kind: 'email_change_current', sent_at: 'email_change_sent_at', type: 'email_change' },
  email_change_new: { kind: 'email_change_new', sent_at: 'email_change_sent_at', type: 'email_change' },
};

export async function generateLink(c: Context<AuthEnv>, body: GenerateLink) {
  const db = c.get('db');
  const email = emailOf(body.email);
  const known = await findUser(db, { email });
  // A magic link for an unknown address becomes a link to sign up.
  const type = body.type === 'magiclink' && !known ? 'signup' : body.type;
  const { record, statements } = await userFor(c, { ...body, type, email, known });
  const link = LINKS[type];
  const { user } = record;
  const address = type === 'email_change_new' ? user.new_email! : email;
  const code = await issueCode(c, { user_id: user.id, kind: link.kind, address });
  const sent: UserFields = { [link.sent_at]: c.get('now') };
  await runAndTell(c, [...statements, ...code.statements, userUpdate(db, user.id, sent)]);
  const redirect_to = requestedRedirect(c, body.redirect_to ?? undefined);
  return {
    ...userJson({ ...record, user: { ...user, ...sent } }),
    action_link: verifyLink(c, { token: code.link_token, type: link.type, redirect_to }),
    email_otp: code.digits,
    hashed_token: code.link_token,
    verification_type: type,
    redirect_to,
  };
}

async function userFor(
  c: Context<AuthEnv>,
  order: GenerateLink & { email: string; known: UserRecord | undefined },
): Promise<Change> {
  const { type, email, known, data } = order;
  if (type === 'invite') return invitedUser(c, { email, data });
  if (type === 'signup') return signedUpUser(c, order);
  if (!known) throw refuse(404, 'user_not_found', 'User with this email not found');
  if (type === 'magiclink' || type === 'recovery') return { record: known, statements: [] };
  return movingUser(c, { record: known, new_email: emailOf(order.new_email ?? '') });
}

/**
 * Begins a change of the email address. An admin makes the links for the old and the new address in separate calls. So
 * if the user has already proven one address, a second call with the same new address keeps that proof.
 */
async function movingUser(
  c: Context<AuthEnv>,
  { record, new_email }: { record: UserRecord; new_email: string },
): Promise<Change> {
  const [db, { user }] = [c.get('db'), record];
  if (new_email === user.email)
    throw malformed('The new email address should be different from the current email address');
  if (await findUser(db, { email: new_email })) throw emailExists();
  const email_change_proven = user.new_email === new_email ? user.email_change_proven : null;
  const change = { new_email, email_change_proven };
  return { record: { ...record, user: { ...user, ...change } }, statements: [userUpdate(db, user.id, change)] };
}
