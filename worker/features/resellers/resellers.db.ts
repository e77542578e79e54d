import { resellerApplications } from '../../../drizzle/tables/reseller-applications.ts';
import type { Db } from '../../context.ts';
import { emailKey } from '../../contract/people.ts';
import type { ApplyAsReseller } from '../../contract/resellers.ts';

/** Stores an application. It changes nothing if the address has an open or approved application. */
export async function applyAsReseller(db: Db, { application, now }: { application: ApplyAsReseller; now: Date }): Promise<void> {
  await db
    .insert(resellerApplications)
    .values({
      ...application,
      email_key: emailKey(application.email),
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing();
}
