import { eq } from 'drizzle-orm';
import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { authUsers, type AuthUser } from '../../../../drizzle/tables/auth-users.ts';
import { emailExists } from './admin-users.ts';
import type { AuthEnv } from '../auth-env.ts';
import { issueCode, type IssuedCode } from '../codes/one-time-code.ts';
import { malformed, refuse } from '../errors.ts';
import { authBody, checkPassword, emailOf } from '../inputs.ts';
import { addressRecord, insertsOf } from '../accounts/new-user.ts';
import { hashPassword } from '../password/password-hash.ts';
import { clearUnproven } from '../accounts/provider-accounts.db.ts';
import { requestedRedirect } from '../redirect.ts';
import { prepareMail, sendMails, verifyLink } from '../codes/send-code.ts';
import { serviceBearer } from './service-key.ts';
import type { Statement } from '../sessions/start-session.ts';
import { isProven } from '../accounts/unproven.ts';
import { userJson } from '../accounts/user-json.ts';
import { findUser, type UserRecord } from '../accounts/users.db.ts';

const Data = { data: v.nullish(v.record(v.string(), v.unknown(), 'data must be an object')) };
const Invite = v.object({ email: v.string('An email address is required'), ...Data });
const GenerateLink = v.object({
  type: v.picklist(
    ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'],
    'must be signup, invite, magiclink, recovery, email_change_current or email_change_new',
  ),
  email: v.string('An email address is required'),
  password: v.nullish(v.string()),
  new_email: v.nullish(v.string()),
  redirect_to: v.nullish(v.string()),
  ...Data,
});
type GenerateLink = v.InferOutput<typeof GenerateLink>;

/** A user a link is for, and what must be written before the link is worth anything. */
interface Target {
  record: UserRecord;
  statements: Statement[];
}

/** Invitations, and links that an admin sends by other ways than ours. */
export const adminLinkRoutes = new Hono<AuthEnv>()
  .post('/invite', serviceBearer, async (c) => {
    const { email, data } = await authBody(c, Invite);
    const { record, statements } = await invited(c, { email: emailOf(email), data });
    const { id: user_id, email: address } = record.user;
    const redirect_to = requestedRedirect(c);
    const mail = await prepareMail(c, {
      user_id,
      kind: 'confirmation',
      address: address!,
      purpose: 'invite',
      type: 'invite',
      redirect_to,
    });
    await sendMails(c, [mail], statements);
    return c.json(userJson(sentAt(record, { confirmation_sent_at: c.get('now') })));
  })
  .post('/admin/generate_link', serviceBearer, async (c) => c.json(await generateLink(c, await authBody(c, GenerateLink))));

async function generateLink(c: Context<AuthEnv>, body: GenerateLink) {
  const email = emailOf(body.email);
  const known = await findUser(c.get('db'), { email });
  const type = body.type === 'magiclink' && !known ? 'signup' : body.type;
  const { record, statements } = await targetOf(c, { ...body, type, email, known });
  const isChange = type === 'email_change_current' || type === 'email_change_new';
  const kind = isChange ? type : type === 'signup' || type === 'invite' ? 'confirmation' : 'recovery';
  const address = type === 'email_change_new' ? record.user.new_email! : email;
  const code = await issueCode(c, { user_id: record.user.id, kind, address });
  const column = isChange ? 'email_change_sent_at' : kind === 'recovery' ? 'recovery_sent_at' : 'confirmation_sent_at';
  const stamp = { [column]: c.get('now') } satisfies Partial<AuthUser>;
  await write(c, [...statements, ...code.statements, c.get('db').update(authUsers).set(stamp).where(eq(authUsers.id, record.user.id))]);
  const redirect_to = requestedRedirect(c, body.redirect_to ?? undefined);
  return { ...userJson(sentAt(record, stamp)), ...linkFields(c, { code, type, linkType: isChange ? 'email_change' : type, redirect_to }) };
}

function linkFields(c: Context<AuthEnv>, link: { code: IssuedCode; type: string; linkType: string; redirect_to: string }) {
  const { code, type, linkType, redirect_to } = link;
  return {
    action_link: verifyLink(c, { token: code.link_token, type: linkType, redirect_to }),
    email_otp: code.digits,
    hashed_token: code.link_token,
    verification_type: type,
    redirect_to,
  };
}

/** Whom the link is for: made, cleared or found, as its type asks. */
async function targetOf(c: Context<AuthEnv>, order: GenerateLink & { email: string; known: UserRecord | undefined }): Promise<Target> {
  const { type, email, known, data } = order;
  if (type === 'invite') return invited(c, { email, data });
  if (type === 'signup') return signedUp(c, order);
  if (!known) throw refuse(404, 'user_not_found', 'User with this email not found');
  if (type === 'magiclink' || type === 'recovery') return { record: known, statements: [] };
  return movedTo(c, { record: known, new_email: emailOf(order.new_email ?? '') });
}

/** An invited user, new or never confirmed: what anybody signed up with before the invitation does not survive it. */
async function invited(c: Context<AuthEnv>, { email, data }: { email: string; data: GenerateLink['data'] }): Promise<Target> {
  const [db, now] = [c.get('db'), c.get('now')];
  const known = await findUser(db, { email });
  const fresh = { invited_at: now, user_metadata: data ?? {} };
  if (known && isProven(known)) throw emailExists();
  if (known) return cleared(c, { known, change: fresh });
  const made = addressRecord(now, {
    addressee: { channel: 'email', address: email },
    confirmed: false,
    password_hash: null,
    data: data ?? {},
  });
  const record = { ...made, user: { ...made.user, invited_at: now } };
  return { record, statements: insertsOf(c, record) };
}

/** A user who signs up by a link: the password is the admin's word, so one that was set before by somebody unproven goes. */
async function signedUp(
  c: Context<AuthEnv>,
  { email, known, password, data }: GenerateLink & { known: UserRecord | undefined },
): Promise<Target> {
  if (known && isProven(known)) throw emailExists();
  if (password) checkPassword(c, password);
  const password_hash = password ? hashPassword(password) : null;
  if (known) return cleared(c, { known, change: { password_hash, user_metadata: data ?? {} } });
  const addressee = { channel: 'email', address: email } as const;
  const record = addressRecord(c.get('now'), { addressee, confirmed: false, password_hash, data: data ?? {} });
  return { record, statements: insertsOf(c, record) };
}

function cleared(c: Context<AuthEnv>, { known, change }: { known: UserRecord; change: Partial<AuthUser> }): Target {
  const { record, statements } = clearUnproven(c.get('db'), { record: known, now: c.get('now') });
  const update = c.get('db').update(authUsers).set(change).where(eq(authUsers.id, known.user.id));
  return { record: { ...record, user: { ...record.user, ...change } }, statements: [...statements, update] };
}

/** A user about to move to another address; the halves of one move may be asked for one after the other. */
async function movedTo(c: Context<AuthEnv>, { record, new_email }: { record: UserRecord; new_email: string }): Promise<Target> {
  if (new_email === record.user.email) throw malformed('The new email address should be different from the current email address');
  if (await findUser(c.get('db'), { email: new_email })) throw emailExists();
  const proven = record.user.new_email === new_email ? record.user.email_change_proven : null;
  const change = { new_email, email_change_proven: proven };
  const statement = c.get('db').update(authUsers).set(change).where(eq(authUsers.id, record.user.id));
  return { record: { ...record, user: { ...record.user, ...change } }, statements: [statement] };
}

function sentAt(record: UserRecord, stamp: Partial<AuthUser>): UserRecord {
  return { ...record, user: { ...record.user, ...stamp } };
}

async function write(c: Context<AuthEnv>, statements: Statement[]): Promise<void> {
  const [first, ...rest] = statements;
  if (first) await c.get('db').batch([first, ...rest]);
}
