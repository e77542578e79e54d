import { inArray } from 'drizzle-orm';
import { authFactors, authIdentities, authUsers, profiles } from '../../../../../drizzle/tables/all-tables.ts';
import { db } from '../auth.ts';
import { bearer, call, refresh, signIn, type Tokens } from '../auth-client.ts';
import type { Held, Person, Who, World } from './world.ts';

/**
 * Returns a sentence for each violation of three rules. A person's session opens only accounts of that person. An
 * account of the owner alone holds nothing of the attacker, and an account of the attacker alone holds nothing of the
 * owner. The attacker cannot end a session of the owner in an account of the owner alone. `by` is the person who acted
 * last.
 */
export async function whatIsWrong(world: World, by: Who | 'admin'): Promise<string[]> {
  const wrong: string[] = [];
  for (const person of [world.owner, world.attacker]) wrong.push(...(await wrongSessions(world, person, by)));
  return [...wrong, ...(await wrongAccounts(world))];
}

async function wrongSessions(world: World, person: Person, by: Who | 'admin'): Promise<string[]> {
  const wrong: string[] = [];
  const live: Held[] = [];
  for (const session of person.sessions) {
    const members = [...(world.members.get(session.account) ?? [])];
    const now = await stillOpens(session);
    if (now) live.push(now);
    if (now && !members.includes(person.who)) {
      wrong.push(
        `A session of the ${person.who} opens the account ${session.account} of ${members.join(' and ') || 'nobody'}.`,
      );
    }
    const isOwnAccount = members.length === 1 && members[0] === person.who;
    if (!now && isOwnAccount && by === 'attacker' && person.who === 'owner')
      wrong.push('A step of the attacker ended a session of the owner.');
  }
  person.sessions = live;
  return wrong;
}

/** Returns the session with working tokens, or null if it has ended. Refreshes an expired access token. */
async function stillOpens(session: Held): Promise<Held | null> {
  const answer = await call('/user', { headers: bearer(session) });
  if (answer.ok) return { ...session, account: (await answer.json<{ id: string }>()).id };
  const refreshed = await refresh(session.refresh_token);
  if (!refreshed.ok) return null;
  const { access_token, refresh_token, user } = await refreshed.json<Tokens>();
  return { access_token, refresh_token, account: user.id };
}

/** Checks the rows of every account that belongs to only the owner or only the attacker. */
async function wrongAccounts(world: World): Promise<string[]> {
  const ids = [...world.members.keys()];
  const [users, identities, factors, people] = await db.batch([
    db.select().from(authUsers).where(inArray(authUsers.id, ids)),
    db.select().from(authIdentities).where(inArray(authIdentities.user_id, ids)),
    db.select().from(authFactors).where(inArray(authFactors.user_id, ids)),
    db.select().from(profiles).where(inArray(profiles.id, ids)),
  ]);
  const wrong: string[] = [];
  for (const user of users) {
    const members = world.members.get(user.id)!;
    if (members.size !== 1) continue;
    const [mine, other] = members.has('owner') ? [world.owner, world.attacker] : [world.attacker, world.owner];
    const profile = people.find(({ id }) => id === user.id);
    const own = identities.filter(({ user_id }) => user_id === user.id);
    const named = JSON.stringify([
      user.user_metadata,
      profile?.display_name,
      own.map(({ identity_data }) => identity_data),
    ]);
    const found = {
      name: named.includes(other.name),
      'Google identity': own.some(({ provider_id }) => provider_id === other.google_id),
      'phone number': user.phone === other.phone,
      password: await fitsPassword(world, { user, other }),
      role: mine.who === 'attacker' && profile?.role !== 'user',
      factor: mine.who === 'owner' && factors.some(({ user_id }) => user_id === user.id),
    };
    for (const [what, isFound] of Object.entries(found)) {
      if (isFound)
        wrong.push(`The account ${user.id} of the ${mine.who} alone has a ${what} that came by the other person.`);
    }
  }
  return wrong;
}

/** Hashing is slow, so the other person's password is tried only when the stored password has changed. */
async function fitsPassword(
  world: World,
  { user, other }: { user: { id: string; email: string | null; password_hash: string | null }; other: Person },
): Promise<boolean> {
  const { id, email, password_hash } = user;
  if (world.tried.get(id) === password_hash || !email || password_hash === null) return false;
  world.tried.set(id, password_hash);
  return (await signIn(email, other.password, world.bindings)).ok;
}
