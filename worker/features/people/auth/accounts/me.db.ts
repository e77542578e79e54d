import { eq } from 'drizzle-orm';
import { isBadgeLive } from '../../../../../drizzle/tables/people/badge.ts';
import { profiles } from '../../../../../drizzle/tables/people/profiles.ts';
import type { Db } from '../../../../context.ts';

/** Returns empty fields if there is no profile. */
export async function findOwnProfile(db: Db, { id, now }: { id: string; now: Date }) {
  const [profile = { display_name: null, is_student_verified: false, school: null }] = await db
    .select({ display_name: profiles.display_name, is_student_verified: isBadgeLive(now), school: profiles.school })
    .from(profiles)
    .where(eq(profiles.id, id));
  return profile;
}
