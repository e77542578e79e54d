import { resellerApplications } from '../../../drizzle/tables/reseller-applications.ts';
import type { Db } from '../../context.ts';
import { emailKey } from '../../contract/people.ts';
import type { ApplyAsReseller } from '../../contract/resellers.ts';

/** Files an application; while one of the same address is open or approved, a further one changes nothing. */
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
