import { and, eq, sql } from 'drizzle-orm';
import { hasRole } from '../../../../drizzle/tables/nights/event-rights.ts';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { isPublic, takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { bandMax, bandMin } from '../../../http/shared/price-limits.ts';
import { isApprovedSeller, lacksBadge, maySell } from '../../../../drizzle/tables/people/trade-rights.ts';
import type { Db } from '../../../context.ts';
import { isWithinBand, priceBand } from '../../../contract/trade/price-band.ts';
import { MUTUALS_FIRST_MS } from '../../../contract/people/vouches.ts';
import type { ChangedEvent, Statement } from '../../../http/database/batch.ts';
import { type DomainError, eventCancelled, eventNotFound } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { hasReadLaw } from '../../../http/shared/nights/read-law.ts';
import { LEAST_CENTS } from '../../../http/shared/ticket-price.ts';
import { askForFaceValue } from './face-value-asks.db.ts';
import { canHandOver, handoverFacts, type ListedHandover, takeFiles } from './listed-files.db.ts';
import { listingColumns, type SoldListing } from './own-listing.db.ts';
import { bandColumns } from './price-band.db.ts';
import {
  badgeNeeded,
  codeListed,
  eventOver,
  fileRepeated,
  fileTaken,
  handoverUnavailable,
  instantNeedsPayments,
  keyReused,
  kindMissing,
  lawUnread,
  noFaceValue,
  notReseller,
  outsideBand,
  ownEvent,
  settleFirst,
  tooCheapForFiles,
} from './tickets.errors.ts';

/** Each `key` creates one listing at most. */
export interface ListedTickets extends ListedHandover {
  seller_id: string;
  event_id: string;
  quantity: number;
  ask_price_cents: number;
  is_instant: boolean;
  /** Ignored while vouches are off. */
  mutuals_first: boolean;
  /** The id of a person's search for tickets. Set if the seller lists through the link of this search. */
  wanted_id?: string;
  key: string;
}

/**
 * Creates a listing, and its tickets if we keep their files. A repeated key returns the existing listing. `also` runs
 * in the same transaction. Throws `request.invalid` for uploaded tickets whose price is below the provider's smallest
 * charge, and for a missing `kind` while hand-overs are on. Throws `event.not_found`, `event.cancelled`, `launch.off`
 * and, with the prefix `tickets.`, `key_reused`, `not_reseller`, `own_event`, `badge_needed`, `event_over`,
 * `outside_band`, `settle_first`, `file_taken`, `file_repeated`, `code_listed`, `law_unread` and `no_face_value`. If
 * the event has no face value, staff are asked for it.
 */
export async function listTickets(
  db: Db,
  { listed, also, now }: { listed: ListedTickets; also?: (listing_id: string) => Statement; now: Date },
): Promise<{ listing: SoldListing; changed: ChangedEvent[] }> {
  if (listed.kind === 'file' && listed.ask_price_cents < LEAST_CENTS) throw tooCheapForFiles();
  const id = crypto.randomUUID();
  const isSame = and(eq(listings.seller_id, listed.seller_id), eq(listings.idempotency_key, listed.key));
  const writes = [
    insertListing(db, { id, listed, now }),
    ...takeFiles(db, { listing_id: id, listed, now }),
    askForFaceValue(db, { ...listed, now }),
  ] as const;
  const reads = [db.select(listingColumns).from(listings).where(isSame), readFacts(db, { listed, now })] as const;
  const [[listing], [event]] = also
    ? await db.batch([...writes, also(id), ...reads]).then(([, , , , , ...rest]) => rest)
    : await db.batch([...writes, ...reads]).then(([, , , , ...rest]) => rest);
  if (!listing) throw refusalOf(listed, event);
  if (listing.idempotency_body !== bodyOf(listed)) throw keyReused();
  return { listing, changed: event && listing.id === id ? [{ id: listing.event_id, slug: event.slug }] : [] };
}

/** SQL condition on `events`: payments are off, or we have read the resale law of the venue's place. */
const isLawful = sql`(not ${isLaunched('payments')} or exists (select 1 from ${venues}
  where ${venues.id} = ${events.venue_id} and ${hasReadLaw(venues)}))`;

function readFacts(db: Db, { listed, now }: { listed: ListedTickets; now: Date }) {
  return db
    .select({
      ...bandColumns,
      slug: events.slug,
      is_public: isPublic(now),
      cancelled_at: events.cancelled_at,
      is_over: isOver(now),
      is_approved: isApprovedSeller(listed.seller_id, now),
      lacks_badge: lacksBadge(listed.seller_id, now),
      takes_payments: isLaunched('payments'),
      has_role: hasRole(listed.seller_id),
      is_lawful: isLawful.mapWith(Boolean),
      ...handoverFacts(listed),
    })
    .from(events)
    .where(eq(events.id, listed.event_id));
}

type Facts = Awaited<ReturnType<typeof readFacts>>[number];

function refusalOf({ is_instant, kind, ask_price_cents }: ListedTickets, event: Facts | undefined): DomainError {
  if (!event?.is_public) return eventNotFound();
  if (!event.is_approved) return notReseller();
  if (event.lacks_badge) return badgeNeeded('sell');
  if (event.has_role) return ownEvent();
  if (event.is_over) return eventOver();
  if (event.cancelled_at) return eventCancelled();
  if (!event.is_lawful) return lawUnread();
  if (is_instant && !event.takes_payments) return instantNeedsPayments();
  if (kind && !event.takes_handovers) return handoverUnavailable();
  if (!kind && event.takes_handovers) return kindMissing();
  if (kind && !event.has_settled) return settleFirst();
  const band = priceBand(event);
  if (!band) return noFaceValue();
  if (!isWithinBand(event, ask_price_cents)) return outsideBand(band);
  if (event.repeats) return fileRepeated();
  return event.codes > 0 ? codeListed({ isOwn: event.own_codes > 0 }) : fileTaken();
}

function insertListing(db: Db, { id, listed, now }: { id: string; listed: ListedTickets; now: Date }) {
  const { seller_id, quantity, ask_price_cents, is_instant, mutuals_first, kind, shows_at_once, key } = listed;
  return insertFrom(db, listings, {
    row: {
      id,
      event_id: events.id,
      seller_id,
      quantity,
      ask_price_cents,
      is_instant,
      handover_kind: kind,
      shows_at_once,
      mutuals_until: mutuals_first
        ? sql`iif(${isLaunched('vouches')}, ${now.getTime() + MUTUALS_FIRST_MS}, null)`
        : null,
      status: 'active',
      idempotency_key: key,
      idempotency_body: bodyOf(listed),
      created_at: now,
    },
    from: sql`from ${events} where ${events.id} = ${listed.event_id} and ${takesPlace(now)} and not ${isOver(now)}
      and ${ask_price_cents} between ${bandMin} and ${bandMax} and ${maySell(seller_id, now)}
        and not ${hasRole(seller_id)}
      and ${is_instant ? isLaunched('payments') : sql`true`} and ${isLawful} and ${canHandOver(listed)}`,
  }).onConflictDoNothing();
}

/** These values must be the same when a key is repeated. The codes of tickets are included only as keyed hashes. */
const bodyOf = ({
  event_id,
  quantity,
  ask_price_cents,
  is_instant,
  mutuals_first,
  wanted_id,
  kind,
  shows_at_once,
  files,
}: ListedTickets) =>
  JSON.stringify({
    event_id,
    quantity,
    ask_price_cents,
    ...(is_instant ? { is_instant } : {}),
    ...(mutuals_first ? { mutuals_first } : {}),
    ...(wanted_id ? { wanted_id } : {}),
    ...(kind ? { kind, shows_at_once, files } : {}),
  });
