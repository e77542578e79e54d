import { sql } from 'drizzle-orm';
import { resellerApplications } from '../../../../drizzle/tables/people/reseller-applications.ts';
import { isSuspendedSeller, ownsAddress } from '../../../../drizzle/tables/people/trade-rights.ts';
import type { Db } from '../../../context.ts';
import { emailKey } from '../../../contract/people/people.ts';
import type { ApplyAsReseller } from '../../../contract/people/resellers.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';

const REPLACED = 'The owner of this address has sent their own application.';

/**
 * Stores an application, in one transaction. If the account `sender_id` owns the application's email address, that
 * account becomes the applicant, and open applications by others for the address are rejected. Otherwise the
 * application is stored beside the others and blocks none of them. Nothing changes if the form is a repeat, if the
 * owner has an open application, or if the address or the account has an approved or suspended application.
 */
export async function applyAsReseller(
  db: Db,
  { application, sender_id, now }: { application: ApplyAsReseller; sender_id: string | null; now: Date },
): Promise<void> {
  const email_key = emailKey(application.email);
  const isOwner = ownsAddress(sender_id, email_key);
  const isBarred = sql`(
    exists (select 1 from reseller_applications as a where a.email_key = ${email_key}
      and a.status in ('approved', 'suspended'))
    or exists (select 1 from reseller_applications as a where a.applicant_id = ${sender_id} and a.status = 'approved')
    or ${isSuspendedSeller(sender_id)}
    or exists (select 1 from reseller_applications as a where a.email_key = ${email_key}
      and a.status in ('pending', 'needs_info')
      and a.applicant_id is not null))`;
  const version = sql`max(${now.getTime()}, ${resellerApplications.updated_at} + 1)`;
  await db.batch([
    db
      .update(resellerApplications)
      .set({ status: 'rejected', note: REPLACED, tell_at: null, told_status: null, updated_at: version })
      .where(
        sql`${resellerApplications.email_key} = ${email_key}
          and ${resellerApplications.status} in ('pending', 'needs_info')
          and ${isOwner} and not ${isBarred}`,
      ),
    insertFrom(db, resellerApplications, {
      row: {
        ...application,
        email_key,
        applicant_id: sql`iif(${isOwner}, ${sender_id}, null)`,
        created_at: now,
        updated_at: now,
      },
      from: sql`where not ${isBarred}`,
    }).onConflictDoNothing(),
  ]);
}
