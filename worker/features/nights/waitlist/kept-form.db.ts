import { desc, eq } from 'drizzle-orm';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { Db } from '../../../context.ts';

export async function findKeptForm(db: Db, { user_id }: { user_id: string }) {
  const [form] = await db
    .select({
      name: waitlist.name,
      phone: waitlist.phone,
      instagram: waitlist.instagram,
      school: waitlist.school,
    })
    .from(waitlist)
    .where(eq(waitlist.applicant_id, user_id))
    .orderBy(desc(waitlist.updated_at), desc(waitlist.id))
    .limit(1);
  return form;
}
