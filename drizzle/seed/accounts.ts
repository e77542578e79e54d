import type { AuthIdentity, AuthUser, Profile } from '../tables/all-tables.ts';
import type { Role } from '../vocabulary.ts';
import { authIdentityRow, authUserRow } from './auth-rows.ts';
import { profileRow } from './rows.ts';

/** The accounts of a local database. A deployed database never has them. */
const ACCOUNTS: {
  id: string;
  email: string;
  name: string;
  role: Role;
  school: string | null;
  is_student_verified: boolean;
}[] = [
  { ...account(1, 'admin'), name: 'An admin', role: 'admin', school: null, is_student_verified: false },
  { ...account(2, 'organizer'), name: 'An organizer', role: 'organizer', school: null, is_student_verified: false },
  { ...account(3, 'student'), name: 'A student', role: 'user', school: 'Boston University', is_student_verified: true },
  { ...account(4, 'seller'), name: 'A seller', role: 'user', school: 'New York University', is_student_verified: true },
];

/** `passwordHash` is the PHC hash of the password that the four accounts share. */
export function accountRows({ now, passwordHash }: { now: Date; passwordHash: string }): {
  users: AuthUser[];
  identities: AuthIdentity[];
  profiles: Profile[];
} {
  const users = ACCOUNTS.map(({ id, email, name }) =>
    authUserRow({
      id,
      email,
      password_hash: passwordHash,
      user_metadata: { sub: id, email, email_verified: true, full_name: name },
      email_confirmed_at: now,
      created_at: now,
      updated_at: now,
    }),
  );
  return {
    users,
    identities: users.map((user) => authIdentityRow(user, { id: user.id.replace(/^0{8}/, '00000001') })),
    profiles: ACCOUNTS.map(({ id, email, name, role, school, is_student_verified }) =>
      profileRow({ id, email, display_name: name, role, school, is_student_verified }),
    ),
  };
}

function account(number: number, name: string) {
  return { id: `00000000-0000-4000-8000-00000000000${number}`, email: `${name}@vouch.test` };
}
