import type { EntryRow, ListingRow, Rows } from './rows.ts';

export interface Expected {
  entry_id: string;
  listing_id: string;
}

export function canBeOffered({ entries, offers, requests }: Rows, entry: EntryRow, listing: ListingRow): boolean {
  const own = requests.filter(({ buyer_id }) => buyer_id === entry.applicant_id);
  return (
    entry.confirmed_at !== null &&
    entry.missed < 2 &&
    !entries.some((twin) => isEarlierTwin(twin, entry)) &&
    entry.applicant_id !== listing.seller_id &&
    !offers.some(
      (offer) => offer.entry_id === entry.id && (offer.status === 'open' || offer.listing_id === listing.id),
    ) &&
    !own.some(({ status }) => status === 'pending' || status === 'accepted') &&
    !own.some((request) => request.listing_id === listing.id && request.declined_at !== null)
  );
}

const isEarlierTwin = (twin: EntryRow, { id, applicant_id, confirmed_at }: EntryRow) =>
  twin.applicant_id !== null &&
  twin.applicant_id === applicant_id &&
  twin.confirmed_at !== null &&
  (twin.confirmed_at < (confirmed_at ?? 0) || (twin.confirmed_at === confirmed_at && twin.id < id));

/**
 * A simple version of the rule for offers to a waitlist. The cheapest listing comes first. Its tickets go to people
 * with a badge, and then to people without one. Each group is in the order of confirmation.
 */
export function expectedOffers(rows: Rows): Expected[] {
  const made: Expected[] = [];
  for (const listing of rows.listings.filter((one) => one.status === 'active' && one.waitlist_first === 1)) {
    let left = listing.quantity;
    const line = rows.entries
      .filter((entry) => canBeOffered(rows, entry, listing) && !made.some(({ entry_id }) => entry_id === entry.id))
      .toSorted((a, b) => b.badge - a.badge || (a.confirmed_at ?? 0) - (b.confirmed_at ?? 0) || (a.id < b.id ? -1 : 1));
    for (const entry of line.filter(({ places }) => places <= listing.quantity)) {
      if (entry.places > left) continue;
      left -= entry.places;
      made.push({ entry_id: entry.id, listing_id: listing.id });
    }
  }
  return made;
}
