import { type SQL, sql } from 'drizzle-orm';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { listingTickets } from '../../../../drizzle/tables/trade/listing-tickets.ts';
import { hasSettled } from '../../../../drizzle/tables/trade/seller-failures.ts';
import { ticketFiles } from '../../../../drizzle/tables/trade/ticket-files.ts';
import type { CodeFormat, HandoverKind } from '../../../../drizzle/handover-vocabulary.ts';
import type { Db } from '../../../context.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';

/** A ticket of a new listing. `code_hmac` is the keyed hash of its code. */
export interface OfferedFile {
  file_id: string;
  code_hmac: string;
  code_format: CodeFormat;
}

/**
 * How the tickets of a new listing change hands: null while hand-overs are off. Only a listing of kind `file` has
 * files.
 */
export interface OfferedHandover {
  kind: HandoverKind | null;
  shows_at_once: boolean;
  files: readonly OfferedFile[];
}

interface Offered extends OfferedHandover {
  seller_id: string;
  event_id: string;
}

/** The columns that explain why a listing with a hand-over is refused. */
export function handoverFacts(offered: Offered) {
  const { seller_id } = offered;
  return {
    takes_handovers: isLaunched('handover'),
    has_settled: hasSettled(seller_id).mapWith(Boolean),
    own_codes: liveCodes(offered, sql`and live.seller_id = ${seller_id}`),
    codes: liveCodes(offered, sql``),
    repeats: repeats(offered.files).mapWith(Boolean),
  };
}

/**
 * True, in SQL, if these tickets can be handed over as they are offered: the files are the seller's, free and all
 * different, and none of the codes and files is on sale or sold for the event. Without a kind, hand-overs must be off.
 */
export function canHandOver(offered: Offered): SQL {
  const { seller_id, kind, files } = offered;
  if (kind === null) return sql`not ${isLaunched('handover')}`;
  const areKept =
    files.length === 0
      ? sql`true`
      : sql`(${areFree(seller_id, files)} and not ${repeats(files)} and ${liveCodes(offered, sql``)} = 0)`;
  return sql`(${isLaunched('handover')} and ${hasSettled(seller_id)} and ${areKept})`;
}

/**
 * The statements that give the files to a listing and insert its tickets. They do nothing without files, and if there
 * is no such listing.
 */
export function takeFiles(db: Db, { listing_id, offered, now }: { listing_id: string; offered: Offered; now: Date }) {
  const { event_id, seller_id, files } = offered;
  const isListed = sql`exists (select 1 from listings as made where made.id = ${listing_id})`;
  const given = JSON.stringify(files.map((file) => ({ id: crypto.randomUUID(), ...file })));
  return [
    db
      .update(ticketFiles)
      .set({ claimed_at: now })
      .where(sql`${ticketFiles.id} in ${idsOf(files)} and ${isListed}`),
    insertFrom(db, listingTickets, {
      row: {
        id: field('id'),
        listing_id,
        event_id,
        seller_id,
        file_id: field('file_id'),
        code_hmac: field('code_hmac'),
        content_hmac: sql`(select file.content_hmac from ticket_files as file where file.id = ${field('file_id')})`,
        code_format: field('code_format'),
        created_at: now,
      },
      from: sql`from json_each(${given}) as given where ${isListed}`,
    }),
  ] as const;
}

/** A value of one ticket of the list `given`. */
const field = (name: 'id' | keyof OfferedFile) => sql`given.value ->> ${sql.raw(`'${name}'`)}`;

const idsOf = (files: readonly OfferedFile[]) =>
  sql`(select value from json_each(${JSON.stringify(files.map(({ file_id }) => file_id))}))`;

function areFree(sellerId: string, files: readonly OfferedFile[]): SQL<number> {
  return sql<number>`((select count(*) from ticket_files as file where file.id in ${idsOf(files)}
    and file.owner_id = ${sellerId}
    and file.purpose = 'ticket' and file.claimed_at is null and file.destroyed_at is null) = ${files.length})`;
}

/** True, in SQL, if two of the files have the same content. */
function repeats(files: readonly OfferedFile[]): SQL<number> {
  return sql<number>`(select count(file.content_hmac) > count(distinct file.content_hmac) from ticket_files as file
    where file.id in ${idsOf(files)})`;
}

/**
 * How many of the codes or files are live for the event. The status is the condition of the indexes
 * `listing_tickets_code` and `listing_tickets_content`.
 */
function liveCodes({ event_id, files }: Offered, only: SQL): SQL<number> {
  const hashes = JSON.stringify(files.map(({ code_hmac }) => code_hmac));
  return sql<number>`(select count(*) from listing_tickets as live where live.event_id = ${event_id}
    and live.freed_at is null
    and (live.code_hmac in (select value from json_each(${hashes}))
      or live.content_hmac in (select file.content_hmac from ticket_files as file
        where file.id in ${idsOf(files)})) ${only})`;
}
