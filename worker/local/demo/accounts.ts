import type { DemoAccount } from '../../contract/staff/demo.ts';
import { LOCAL_PASSWORD } from '../database/prepare-database.ts';
import { call, makeAccount, type Person, type Servers, signIn } from './client.ts';

/** Every local start has the first four people, so they need no name here. */
const PEOPLE = {
  admin: { name: null, path: '/admin/money', sees: 'A problem to decide, a dispute, the money of a month.' },
  organizer: { name: null, path: '/admin/events', sees: 'Tonight’s event, its guests and its numbers.' },
  student: { name: null, path: '/my-tickets', sees: 'Bought tickets in most states, a pass, friends.' },
  seller: { name: null, path: '/payouts', sees: 'Payouts that are ready, waiting, on their way and paid.' },
  door: { name: 'Door staff', path: '/live', sees: 'Tonight’s door, with people let in and people refused.' },
  reseller: { name: 'Another seller', path: '/sell', sees: 'Tickets on sale, a sale with a problem, and a debt.' },
  friend: { name: 'A friend', path: '/my-tickets', sees: 'A problem that was reported.' },
  roommate: { name: 'A roommate', path: '/my-tickets', sees: 'Replaced tickets, and a disputed charge.' },
  classmate: { name: 'A classmate', path: '/my-tickets', sees: 'Requests that ended: declined, canceled, expired.' },
} as const;

export type Role = keyof typeof PEOPLE;
export type Cast = Record<Role, Person>;

const ROLES = Object.keys(PEOPLE) as Role[];
/** The local seed already gives the other students their badges. */
const NEW_STUDENTS = ['friend', 'roommate', 'classmate', 'reseller'] as const;

const emailOf = (role: Role) => `${role}@vouch.test`;

export const DEMO_ACCOUNTS: DemoAccount[] = ROLES.map((role) => {
  const { path, sees } = PEOPLE[role];
  return { email: emailOf(role), password: LOCAL_PASSWORD, sees, path };
});

export async function makeCast(servers: Servers, serviceKey: string): Promise<Cast> {
  await Promise.all(
    ROLES.flatMap((role) => {
      const { name } = PEOPLE[role];
      return name === null ? [] : [makeAccount(servers, { email: emailOf(role), name, serviceKey })];
    }),
  );
  const people = await Promise.all(ROLES.map((role) => signIn(servers, emailOf(role))));
  const cast = Object.fromEntries(ROLES.map((role, at) => [role, people[at]])) as Cast;
  for (const role of NEW_STUDENTS)
    await call(servers, cast.admin, {
      method: 'PATCH',
      path: `/api/admin/people/${cast[role].id}`,
      body: { is_student_verified: { from: false, to: true } },
    });
  return cast;
}

/**
 * Approves the reseller and returns the time of the approval. The reseller can list once the approval can no longer be
 * undone.
 */
export async function approveSeller(servers: Servers, { admin, reseller }: Cast): Promise<Date> {
  const { email } = reseller;
  const form = { name: 'Another seller', email, phone: '617 555 0100', instagram: 'reseller', school: 'MIT' };
  await call(servers, reseller, { path: '/api/reseller-applications', body: form });
  const { applications } = await call<{ applications: { id: string; updated_at: string }[] }>(servers, admin, {
    method: 'GET',
    path: `/api/admin/reseller-applications?email=${email}`,
  });
  const { id, updated_at } = applications[0]!;
  const body = { status: 'approved', updated_at };
  await call(servers, admin, { method: 'PATCH', path: `/api/admin/reseller-applications/${id}`, body });
  return new Date();
}

export async function setUpPayouts(servers: Servers, seller: Person, finish: (account: string) => Promise<void>) {
  const { url } = await call<{ url: string }>(servers, seller, { path: '/api/my/payout-account' });
  await finish(new URL(url).pathname.split('/').at(-1)!);
  await call(servers, seller, { method: 'GET', path: '/api/my/payouts?back=1' });
}
