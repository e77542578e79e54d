import { eq } from 'drizzle-orm';
import { isBadgeLive } from '../../../../drizzle/tables/people/badge.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { countsOfSeller, sellerFacts } from '../../../../drizzle/tables/people/seller-facts.ts';
import type { Db } from '../../../context.ts';
import { sellerCard } from '../../../contract/people/seller-facts.ts';

/** Returns undefined if there is no profile. One round trip. */
export async function findShownProfile(db: Db, { id, now }: { id: string; now: Date }) {
  const [found] = await db
    .select({
      seller: {
        id: profiles.id,
        display_name: profiles.display_name,
        school: profiles.school,
        badge_at: profiles.badge_at,
        is_student_verified: isBadgeLive(now),
      },
      counts: countsOfSeller,
      can_count: isLaunched('payments'),
    })
    .from(profiles)
    .leftJoin(sellerFacts, eq(sellerFacts.user_id, profiles.id))
    .where(eq(profiles.id, id));
  return found && { ...found.seller, facts: sellerCard(found.counts, found.can_count) };
}
