import { count, eq, inArray } from 'drizzle-orm';
import { authUsers, outbox } from '../../../../../drizzle/tables/all-tables.ts';
import { db } from '../auth.ts';
import { signUpConfirmed, withVars, type Tokens } from '../auth-client.ts';
import { browser } from '../browser.ts';
import type { FakeGoogle } from '../fake-google.ts';
import { mailsTo, type Mail } from '../../talk/mailbox.ts';

export type Who = 'owner' | 'attacker';

export interface Held {
  account: string;
  access_token: string;
  refresh_token: string;
}

export interface Person {
  who: Who;
  /** The addresses whose mails this person reads. */
  mailboxes: string[];
  phone: string;
  name: string;
  password: string;
  google_id: string;
  devices: [ReturnType<typeof browser>, ReturnType<typeof browser>];
  sessions: Held[];
}

export interface SentMail extends Mail {
  to: string;
  /** The type in the mail's link. `not-me` for a notice, empty for a mail without a link. */
  type: string;
  asked_by: Who | 'admin';
  /** The person whose sign-up the mail confirms. */
  sign_up: Who | null;
  /** The account in which `asked_by` was signed in, if any. */
  account: string | undefined;
}

export interface World {
  /** The address that the owner and the attacker use. Only the owner can read its mails. */
  shared: string;
  owner: Person;
  attacker: Person;
  mails: SentMail[];
  /** The person whose sign-up the next code for the shared address would confirm. */
  waiting: Who | null;
  /** The people who may enter an account: the last one who proved its address, and those whom that person let in. */
  members: Map<string, Set<Who>>;
  /** For each account, its password hash when the test last tried the password of the person without access. */
  tried: Map<string, string | null>;
  google: FakeGoogle;
  bindings: Env;
}

let worlds = 0;

export async function newWorld(google: FakeGoogle, { send_gap_s }: { send_gap_s: number }): Promise<World> {
  const run = ++worlds;
  const bindings = withVars({ ...google.bindings, AUTH_SEND_GAP_S: String(send_gap_s) });
  const shared = `shared-${run}@vouch.test`;
  const person = (who: Who, first: string): Person => ({
    who,
    mailboxes: [first, `second-${who}-${run}@vouch.test`],
    phone: `1617${who === 'owner' ? 4 : 5}${String(run).padStart(6, '0')}`,
    name: `Name of the ${who}`,
    password: `password of the ${who}`,
    google_id: `google-${who}-${run}`,
    devices: [browser(bindings), browser(bindings)],
    sessions: [],
  });
  const attacker = person('attacker', `attacker-${run}@vouch.test`);
  const world: World = {
    shared,
    owner: person('owner', shared),
    attacker,
    mails: [],
    waiting: null,
    members: new Map(),
    tried: new Map(),
    google,
    bindings,
  };
  const tokens = await signUpConfirmed(attacker.mailboxes[0]!, attacker.password);
  world.members.set(hold(attacker, tokens).account, new Set(['attacker']));
  return world;
}

export function hold(
  person: Person,
  { access_token, refresh_token }: Pick<Tokens, 'access_token' | 'refresh_token'>,
): Held {
  const { sub } = JSON.parse(atob(access_token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as {
    sub: string;
  };
  const held = { account: sub, access_token, refresh_token };
  // Keeps only two sessions, because each of them is tried after each step.
  person.sessions = [held, ...person.sessions].slice(0, 2);
  return held;
}

export async function receiveMails(
  world: World,
  { asked_by, sign_up, account }: { asked_by: Who | 'admin'; sign_up: Who | null; account?: string | undefined },
): Promise<void> {
  const mailboxes = [...world.owner.mailboxes, ...world.attacker.mailboxes];
  const counts = await db
    .select({ to: outbox.recipient, sent: count() })
    .from(outbox)
    .where(inArray(outbox.recipient, mailboxes))
    .groupBy(outbox.recipient);
  for (const { to, sent } of counts) {
    const known = world.mails.filter((mail) => mail.to === to).length;
    if (sent === known) continue;
    const all = await mailsTo(to);
    for (const mail of all.slice(0, all.length - known).toReversed()) {
      const url = mail.link ? new URL(mail.link) : undefined;
      const type = url?.pathname.endsWith('/not-me') ? 'not-me' : (url?.searchParams.get('type') ?? '');
      const isSignUp = type === 'signup' && to === world.shared;
      if (isSignUp || type === 'invite') world.waiting = isSignUp ? sign_up : null;
      world.mails.push({ ...mail, to, type, asked_by, sign_up: isSignUp ? sign_up : null, account });
    }
  }
}

/**
 * Records that a person who reads the mails to `address` entered `account`. If the account has the address and this
 * person could not enter the account before, only this person may enter it from now on.
 */
export async function noteProof(
  world: World,
  { who, account, address }: { who: Who; account: string; address: string },
): Promise<void> {
  if (world.members.get(account)?.has(who)) return;
  const [row] = await db.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, account));
  if (row?.email === address) world.members.set(account, new Set([who]));
}

/** Records that the owner let the attacker into an account, or entered an account of the attacker. */
export function noteLetIn(world: World, account: string): void {
  world.members.set(account, new Set(['owner', 'attacker']));
}
