import { sql } from 'drizzle-orm';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { areApart } from '../../../../drizzle/tables/talk/blocks.ts';
import { waitlistOffers } from '../../../../drizzle/tables/trade/waitlist-offers.ts';
import type { Db } from '../../../context.ts';
import type { Fees } from '../../../contract/trade/fees.ts';
import type { Statement } from '../../../http/database/batch.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { newId } from './make-offers.db.ts';
import { accountOfEntry, waitingFor } from './waiting.db.ts';

/**
 * A seller can make a listing for the search (`wanted_id`) of a person on the waitlist. This statement offers the new
 * listing to that person first. It makes no offer if the person's entry cannot be offered the listing (`waitingFor`).
 */
export function offerFirst(
  db: Db,
  about: { listing_id: string; wanted_id: string; fees: Fees; until: Date; now: Date },
): Statement {
  const { listing_id, wanted_id, fees, until, now } = about;
  const seller = sql`(select l.seller_id from listings as l where l.id = ${listing_id})`;
  return insertFrom(db, waitlistOffers, {
    row: {
      id: newId,
      entry_id: sql`w.id`,
      listing_id,
      event_id: sql`w.event_id`,
      quantity: sql`w.places`,
      expires_at: until,
      created_at: now,
    },
    from: sql`from (${waitingFor(listing_id, { fees, now })}) as fit join waitlist as w on w.id = fit.entry_id
      where w.wanted_id = ${wanted_id} and w.wanted_until > ${now.getTime()} and ${isLaunched('squads')}
        and ${accountOfEntry} is not null and ${areApart(accountOfEntry, seller)}`,
  }).onConflictDoNothing();
}
