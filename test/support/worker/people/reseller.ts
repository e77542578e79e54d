import { resellerRow } from '../../../../drizzle/seed/rows.ts';
import { type AuthUser, resellerApplications } from '../../../../drizzle/tables/all-tables.ts';
import type { ResellerStatus } from '../../../../drizzle/vocabulary.ts';
import { signedInAs } from './auth.ts';
import { db } from '../db.ts';

/**
 * Signs in a person who has a reseller application. The application's email is in upper case, to show that
 * comparisons of emails ignore case.
 */
export async function reseller(status: ResellerStatus = 'approved', user: Partial<AuthUser> = {}) {
  const person = await signedInAs('user', { user });
  const email = person.user.email!;
  const application = resellerRow({
    email: email.toUpperCase(),
    email_key: email,
    applicant_id: person.user.id,
    status,
  });
  await db.insert(resellerApplications).values(application);
  return { ...person, application };
}
