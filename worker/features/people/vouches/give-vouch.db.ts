import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { sharesMark } from '../../../../drizzle/tables/people/mutuals.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { type Vouch, vouches, vouchLinks } from '../../../../drizzle/tables/people/vouches.ts';
import type { Db } from '../../../context.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { noticesInsert } from '../../../http/outbox/notices.ts';
import { mayVouch, readVouchLimits, refusalOf } from './vouch-limits.db.ts';
import { alreadyVouched, linkGone, noDeal, notPossible, ownLink } from './vouches.errors.ts';

const canBeVouchedFor = (pair: { voucher: SQL; vouchee: SQL }, now: Date) =>
  sql`(${pair.voucher} <> ${pair.vouchee} and exists (select 1 from auth_users as account
    where account.id = ${pair.vouchee}
      and account.deleted_at is null and coalesce(account.banned_until, 0) <= ${now.getTime()})
    and not ${sharesMark(pair.voucher, pair.vouchee)})`;

/** SQL condition: the buyer's bank is reviewing the payment, or has reversed it. */
export const isInDispute = (requestId: SQL) =>
  sql`exists (select 1 from disputes as dispute where dispute.request_id = ${requestId}
    and dispute.status in ('open', 'lost'))`;

const PAIR = { voucher: sql`pair.voucher_id`, vouchee: sql`pair.vouchee_id` };

/**
 * The insert itself checks every limit, so that simultaneous vouches cannot exceed a limit. `pair` is a query that
 * returns at most one row.
 */
const insertVouch = (db: Db, { id, way, pair, now }: { id: string; way: Vouch['way']; pair: SQL; now: Date }) =>
  insertFrom(db, vouches, {
    row: { id, voucher_id: PAIR.voucher, vouchee_id: PAIR.vouchee, way, created_at: now },
    from: sql`from (${pair}) as pair where ${mayVouch(PAIR.voucher, now)} and ${canBeVouchedFor(PAIR, now)}`,
  }).onConflictDoNothing();

/** The notification names nobody. */
const noticeOf = (id: string, title: string, body: string) =>
  ({ kind: 'account', title, body, path: '/account#vouches', cause: `vouch:${id}:given` }) as const;

/**
 * The actor vouches for the other party of a sale. One transaction. Throws `vouches.no_deal`, `already`,
 * `badge_needed`, `too_new`, `frozen`, `too_many`, `too_many_lately` and `not_possible`.
 */
export async function vouchAfterDeal(
  db: Db,
  { request_id, user_id, now }: { request_id: string; user_id: string; now: Date },
) {
  const id = crypto.randomUUID();
  const pair = sql`select ${user_id} as voucher_id, iif(deal.buyer_id = ${user_id}, deal.seller_id,
    deal.buyer_id) as vouchee_id
    from ticket_requests as deal join handovers as done on done.request_id = deal.id and done.status = 'received'
    where deal.id = ${request_id} and ${user_id} in (deal.buyer_id, deal.seller_id)
      and not ${isInDispute(sql`deal.id`)}`;
  const [, [vouch], , [known], [limits]] = await db.batch([
    insertVouch(db, { id, way: 'deal', pair, now }),
    db.select({ id: vouches.id }).from(vouches).where(eq(vouches.id, id)),
    noticesInsert(db, {
      to: sql`select vouchee_id as user_id from vouches where id = ${id}`,
      notice: noticeOf(id, 'Somebody vouches for you', 'Someone you finished a deal with now vouches for you.'),
      now,
    }),
    db
      .select({
        vouched: sql<number>`exists (select 1 from vouches as old where old.voucher_id = ${user_id}
          and old.status = 'live'
        and old.id <> ${id} and old.vouchee_id = (select vouchee_id from (${pair})))`,
      })
      .from(profiles)
      .where(sql`${profiles.id} = ${user_id} and exists (${pair})`),
    readVouchLimits(db, { user: sql`${user_id}`, now }),
  ]);
  if (vouch) return { id };
  if (!known) throw noDeal();
  throw known.vouched ? alreadyVouched() : ((limits && refusalOf(limits)) ?? notPossible());
}

/**
 * Stores that the owner of the link vouches for the person `user_id`, and uses up the link, in one transaction. If the
 * same person repeats it, nothing changes. Throws `vouches.link_gone`, `own_link`, `already` and `not_possible`. These
 * errors reveal nothing about the limits of the link's owner.
 */
export async function acceptVouch(
  db: Db,
  { token_hash, user_id, now }: { token_hash: string; user_id: string; now: Date },
) {
  const id = crypto.randomUUID();
  const isOpen = and(eq(vouchLinks.token_hash, token_hash), isNull(vouchLinks.used_at), gt(vouchLinks.expires_at, now));
  const pair = sql`select ${vouchLinks.voucher_id} as voucher_id, ${user_id} as vouchee_id from ${vouchLinks}
    where ${isOpen}`;
  const [, , , [link]] = await db.batch([
    insertVouch(db, { id, way: 'link', pair, now }),
    db
      .update(vouchLinks)
      .set({ used_at: now, vouch_id: id })
      .where(and(isOpen, sql`exists (select 1 from vouches where id = ${id})`)),
    noticesInsert(db, {
      to: sql`select voucher_id as user_id from vouches where id = ${id}`,
      notice: noticeOf(
        id,
        'Your vouch was accepted',
        'The person you sent your link to has accepted. You can see it in your vouches.',
      ),
      now,
    }),
    db
      .select({
        voucher_id: vouchLinks.voucher_id,
        vouch_id: vouchLinks.vouch_id,
        is_open: sql<number>`(${vouchLinks.used_at} is null and ${vouchLinks.expires_at} > ${now.getTime()})`,
        used_by: sql<string | null>`(select used.vouchee_id from vouches as used where used.id = ${vouchLinks.vouch_id}
          and used.status = 'live')`,
        vouched: sql<number>`exists (select 1 from vouches as old where old.voucher_id = ${vouchLinks.voucher_id}
          and old.vouchee_id = ${user_id}
          and old.status = 'live')`,
      })
      .from(vouchLinks)
      .where(eq(vouchLinks.token_hash, token_hash)),
  ]);
  if (link?.used_by === user_id) return { id: link.vouch_id!, isNew: link.vouch_id === id };
  if (!link?.is_open) throw linkGone();
  if (link.voucher_id === user_id) throw ownLink();
  throw link.vouched ? alreadyVouched() : notPossible();
}
