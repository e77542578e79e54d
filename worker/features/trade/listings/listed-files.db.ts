import { type SQL, sql } from 'drizzle-orm';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { listingTickets } from '../../../../drizzle/tables/trade/listing-tickets.ts';
import { hasSettled } from '../../../../drizzle/tables/trade/seller-failures.ts';
import { ticketFiles } from '../../../../drizzle/tables/trade/ticket-files.ts';
import type { CodeFormat, HandoverKind } from '../../../../drizzle/handover-vocabulary.ts';
import type { Db } from '../../../context.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';

/** `code_hmac` is the keyed hash of the ticket's code. */
export interface ListedFile {
  file_id: string;
  code_hmac: string;
  code_format: CodeFormat;
}

/** `kind` is null while hand-overs are off. */
export interface ListedHandover {
  kind: HandoverKind | null;
  shows_at_once: boolean;
  files: readonly ListedFile[];
}

interface Listed extends ListedHandover {
  seller_id: string;
  event_id: string;
}

export function handoverFacts(listed: Listed) {
  const { seller_id } = listed;
  return {
    takes_handovers: isLaunched('handover'),
    has_settled: hasSettled(seller_id).mapWith(Boolean),
    own_codes: liveCodes(listed, sql`and live.seller_id = ${seller_id}`),
    codes: liveCodes(listed, sql``),
    repeats: repeats(listed.files).mapWith(Boolean),
  };
}

/**
 * SQL condition: a listing with this hand-over kind and these files may be created. Without a kind, hand-overs must be
 * off. With a kind, hand-overs must be on, and the seller must owe nothing and have no unsettled failure. The files
 * must be the seller's, unused and all different. Their codes and contents must not be on sale or sold for the event.
 */
export function canHandOver(listed: Listed): SQL {
  const { seller_id, kind, files } = listed;
  if (kind === null) return sql`not ${isLaunched('handover')}`;
  const areKept =
    files.length === 0
      ? sql`true`
      : sql`(${areFree(seller_id, files)} and not ${repeats(files)} and ${liveCodes(listed, sql``)} = 0)`;
  return sql`(${isLaunched('handover')} and ${hasSettled(seller_id)} and ${areKept})`;
}

/** Returns statements that attach the files to the listing. They do nothing if the listing does not exist. */
export function takeFiles(db: Db, { listing_id, listed, now }: { listing_id: string; listed: Listed; now: Date }) {
  const { event_id, seller_id, files } = listed;
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

const field = (name: 'id' | keyof ListedFile) => sql`given.value ->> ${sql.raw(`'${name}'`)}`;

const idsOf = (files: readonly ListedFile[]) =>
  sql`(select value from json_each(${JSON.stringify(files.map(({ file_id }) => file_id))}))`;

function areFree(sellerId: string, files: readonly ListedFile[]): SQL<number> {
  return sql<number>`((select count(*) from ticket_files as file where file.id in ${idsOf(files)}
    and file.owner_id = ${sellerId}
    and file.purpose = 'ticket' and file.claimed_at is null and file.destroyed_at is null) = ${files.length})`;
}

function repeats(files: readonly ListedFile[]): SQL<number> {
  return sql<number>`(select count(file.content_hmac) > count(distinct file.content_hmac) from ticket_files as file
    where file.id in ${idsOf(files)})`;
}

/** `freed_at is null` is the condition of the indexes `listing_tickets_code` and `listing_tickets_content`. */
function liveCodes({ event_id, files }: Listed, only: SQL): SQL<number> {
  const hashes = JSON.stringify(files.map(({ code_hmac }) => code_hmac));
  return sql<number>`(select count(*) from listing_tickets as live where live.event_id = ${event_id}
    and live.freed_at is null
    and (live.code_hmac in (select value from json_each(${hashes}))
      or live.content_hmac in (select file.content_hmac from ticket_files as file
        where file.id in ${idsOf(files)})) ${only})`;
}
