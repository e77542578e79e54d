import { eq } from 'drizzle-orm';
import { vi } from 'vitest';
import { authUsers, profiles } from '../../../../../drizzle/tables/all-tables.ts';
import { SERVICE } from '../admin-client.ts';
import { db } from '../auth.ts';
import { bearer, call, post, refresh, send, type Tokens } from '../auth-client.ts';
import { mailsTo } from '../../talk/mailbox.ts';
import { confirm, sessionOf } from './confirm.ts';
import { linkGoogle, lure, signInByGoogle } from './google-steps.ts';
import type { Step, StepOf } from './steps.ts';
import { hold, noteProof, receiveMails, type World } from './world.ts';

const ELSEWHERE = { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' };

/** Takes a step in the real Worker, and records in the model who may now enter which account. */
export async function takeStep(world: World, step: Step): Promise<string> {
  // Messages sent in the same millisecond would have no order.
  vi.setSystemTime(Date.now() + 1000);
  const who = 'who' in step ? step.who : step.do === 'lure' ? 'attacker' : 'admin';
  const account = who === 'admin' ? undefined : world[who].sessions[0]?.account;
  const outcome = await outcomeOf(world, step);
  const isResent = step.do === 'ask for a mail' && step.path === '/resend';
  const sign_up = isResent ? world.waiting : who === 'admin' ? null : who;
  await receiveMails(world, { asked_by: who, sign_up, account });
  return outcome;
}

function outcomeOf(world: World, step: Step): Promise<string> | string {
  switch (step.do) {
    case 'sign up':
      return signUp(world, step);
    case 'ask for a mail':
      return askForMail(world, step);
    case 'invite':
      return invite(world, step);
    case 'confirm':
      return confirm(world, step);
    case 'lure':
      return lure(world, step);
    case 'sign in by password':
      return signInByPassword(world, step);
    case 'sign in by Google':
      return signInByGoogle(world, step);
    case 'link Google':
      return linkGoogle(world, step);
    case 'delete by admin':
      return deleteByAdmin(world);
    case 'wait':
      vi.setSystemTime(Date.now() + step.ms);
      return 'passed';
    default:
      return asSignedIn(world, step);
  }
}

async function signUp(
  { shared, bindings, ...world }: World,
  { who, device, lured }: StepOf<'sign up'>,
): Promise<string> {
  const person = world[who];
  const body = { email: shared, password: person.password, data: { full_name: person.name } };
  if (who === 'attacker' && lured) return `${(await world.owner.devices[0].send('/signup', body, ELSEWHERE)).status}`;
  if (device === 'program') return `${(await post('/signup', body, { bindings })).status}`;
  return `${(await person.devices[device === 'first browser' ? 0 : 1].send('/signup', body)).status}`;
}

async function askForMail(
  { shared, bindings, ...world }: World,
  { who, device, path }: StepOf<'ask for a mail'>,
): Promise<string> {
  const person = world[who];
  const more =
    path === '/resend' ? { type: 'signup' } : path === '/recover' ? {} : { data: { full_name: person.name } };
  const body = { email: shared, ...more };
  if (device === 'program') return `${(await post(path, body, { bindings })).status}`;
  return `${(await person.devices[device === 'first browser' ? 0 : 1].send(path, body)).status}`;
}

async function invite({ shared, bindings }: World, { role }: StepOf<'invite'>): Promise<string> {
  const answer = await post('/invite', { email: shared }, { headers: SERVICE, bindings });
  if (!answer.ok) return `refused ${answer.status}`;
  await db.update(profiles).set({ role }).where(eq(profiles.email, shared));
  return 'sent';
}

async function deleteByAdmin({ shared, bindings }: World): Promise<string> {
  const [row] = await db.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.email, shared));
  if (!row) return 'no account';
  return `${(await call(`/admin/users/${row.id}`, { method: 'DELETE', headers: SERVICE }, bindings)).status}`;
}

async function signInByPassword(
  { bindings, ...world }: World,
  { who }: StepOf<'sign in by password'>,
): Promise<string> {
  const person = world[who];
  const answer = await post(
    '/token?grant_type=password',
    { email: world.shared, password: person.password },
    { bindings },
  );
  const { access_token, refresh_token } = await sessionOf(answer);
  return access_token && refresh_token
    ? `opens ${hold(person, { access_token, refresh_token }).account}`
    : `refused ${answer.status}`;
}

type SignedInStep = StepOf<'unlink' | 'change address' | 'change password' | 'add phone' | 'sign out' | 'refresh'>;

async function asSignedIn(world: World, step: SignedInStep): Promise<string> {
  const person = world[step.who];
  const [session] = person.sessions;
  if (!session) return 'not signed in';
  const [headers, { bindings }] = [bearer(session), world];
  const proof = 'proven' in step && step.proven ? { current_password: person.password } : {};
  const change = async (body: object) => send('PUT', '/user', body, { headers, bindings });
  switch (step.do) {
    case 'unlink': {
      const user = await (
        await call('/user', { headers })
      ).json<{ identities?: { identity_id: string; provider: string }[] }>();
      const identity = user.identities?.find(({ provider }) => provider === step.provider);
      if (!identity) return 'no such identity';
      return `${(await call(`/user/identities/${identity.identity_id}`, { method: 'DELETE', headers }, bindings)).status}`;
    }
    case 'change address': {
      const [first, second] = person.mailboxes as [string, string];
      const email = step.shared ? world.shared : step.who === 'attacker' && step.proven ? first : second;
      return `${(await change({ email, ...proof })).status}`;
    }
    case 'change password': {
      const password = person.password.endsWith('!') ? person.password.slice(0, -1) : `${person.password}!`;
      const answer = await change({ password, ...proof });
      if (answer.ok) person.password = password;
      return `${answer.status}`;
    }
    case 'add phone': {
      const asked = await change({ phone: `+${person.phone}` });
      if (!asked.ok) return `refused ${asked.status}`;
      const [message] = await mailsTo(person.phone);
      if (!message) return 'nothing sent';
      const answer = await post(
        '/verify',
        { type: 'phone_change', phone: person.phone, token: message.code },
        { bindings },
      );
      const { access_token, refresh_token } = await sessionOf(answer);
      if (access_token && refresh_token) hold(person, { access_token, refresh_token });
      return `${answer.status}`;
    }
    case 'sign out':
      return `${(await call(`/logout?scope=${step.scope}`, { method: 'POST', headers }, bindings)).status}`;
    case 'refresh': {
      const answer = await refresh(session.refresh_token, bindings);
      if (!answer.ok) return `refused ${answer.status}`;
      Object.assign(session, await answer.json<Tokens>());
      return 'refreshed';
    }
  }
}

/**
 * The owner signs in by a mail to the shared address, from another browser. Returns the account, or undefined if the
 * sign-in fails.
 */
export async function enterAtTheEnd(world: World): Promise<string | undefined> {
  vi.setSystemTime(Date.now() + 120_000);
  const { owner, shared } = world;
  const [, device] = owner.devices;
  await device.send('/otp', { email: shared });
  await receiveMails(world, { asked_by: 'owner', sign_up: 'owner' });
  const mail = world.mails.findLast(({ to }) => to === shared);
  if (!mail) return undefined;
  const { access_token, refresh_token } = await sessionOf(await device.press(mail.link));
  if (!access_token || !refresh_token) return undefined;
  const { account } = hold(owner, { access_token, refresh_token });
  await noteProof(world, { who: 'owner', account, address: shared });
  return account;
}
