import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { isBadgeLive } from '../../../../drizzle/tables/people/badge.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { vouches, vouchLinks } from '../../../../drizzle/tables/people/vouches.ts';
import type { Db } from '../../../context.ts';
import { type ShowMutuals, VOUCH_LIMITS } from '../../../contract/people/vouches.ts';
import { deleteSome } from '../../../http/database/delete-some.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { mayVouch, openLinksOf, readVouchLimits, refusalOf } from './vouch-limits.db.ts';
import { linkGone, tooManyLinks, vouchNotFound } from './vouches.errors.ts';

const MOST_GOT = 100;

interface Person {
  user_id: string;
  now: Date;
}

/** Returns the person's vouches, settings and limits. `refusal` is null if the person may vouch. One round trip. */
export async function findVouches(db: Db, { user_id, now }: Person) {
  const [given, got, [own], [limits]] = await db.batch([
    vouchesOf(db, { user_id, as: 'voucher_id', now }),
    vouchesOf(db, { user_id, as: 'vouchee_id', now }),
    db
      .select({ shows_mutuals: profiles.shows_mutuals, shows_going: profiles.shows_going })
      .from(profiles)
      .where(eq(profiles.id, user_id)),
    readVouchLimits(db, { user: sql`${user_id}`, now }),
  ]);
  return {
    given,
    got,
    shows_mutuals: own?.shows_mutuals ?? false,
    shows_going: own?.shows_going ?? false,
    limits,
    refusal: limits ? refusalOf(limits) : null,
  };
}

function vouchesOf(db: Db, { user_id, as, now }: Person & { as: 'voucher_id' | 'vouchee_id' }) {
  const otherId = as === 'voucher_id' ? vouches.vouchee_id : vouches.voucher_id;
  return db
    .select({
      id: vouches.id,
      way: vouches.way,
      created_at: vouches.created_at,
      display_name: profiles.display_name,
      school: profiles.school,
      has_badge: isBadgeLive(now).as('has_badge'),
      goes_both_ways: sql`exists (select 1 from vouches as back where back.voucher_id = ${vouches.vouchee_id}
        and back.vouchee_id = ${vouches.voucher_id} and back.status = 'live')`
        .mapWith(Boolean)
        .as('goes_both_ways'),
    })
    .from(vouches)
    .innerJoin(profiles, eq(profiles.id, otherId))
    .where(and(eq(vouches[as], user_id), eq(vouches.status, 'live')))
    .orderBy(desc(vouches.created_at))
    .limit(MOST_GOT);
}

/** Ends a vouch, and notifies nobody. Throws `vouches.not_found`. */
export async function revokeVouch(db: Db, { id, user_id, now }: Person & { id: string }): Promise<void> {
  const [[revoked]] = await db.batch([
    db
      .update(vouches)
      .set({ status: 'revoked', ended_at: now })
      .where(and(eq(vouches.id, id), eq(vouches.voucher_id, user_id), eq(vouches.status, 'live')))
      .returning({ id: vouches.id }),
  ]);
  if (!revoked) throw vouchNotFound();
}

/**
 * Stores a link with which the person vouches for somebody. Throws `vouches.too_many_links`, or the error that says why
 * the person may not vouch. One round trip.
 */
export async function storeLink(
  db: Db,
  { token_hash, user_id, now }: Person & { token_hash: string },
): Promise<{ expires_at: Date }> {
  const expires_at = new Date(now.getTime() + VOUCH_LIMITS.link_ms);
  const user = sql`${user_id}`;
  const [[stored], [limits]] = await db.batch([
    insertFrom(db, vouchLinks, {
      row: { token_hash, voucher_id: user_id, expires_at, created_at: now },
      from: sql`where ${mayVouch(user, now)} and ${openLinksOf(user, now)} < ${VOUCH_LIMITS.links}`,
    }).returning({ token_hash: vouchLinks.token_hash }),
    readVouchLimits(db, { user, now }),
  ]);
  if (stored) return { expires_at };
  throw (limits && refusalOf(limits)) ?? tooManyLinks();
}

export async function endLinks(db: Db, { user_id }: { user_id: string }): Promise<void> {
  await db.delete(vouchLinks).where(and(eq(vouchLinks.voucher_id, user_id), isNull(vouchLinks.used_at)));
}

/** Throws `vouches.link_gone`. */
export async function findLink(db: Db, { token_hash, user_id, now }: Person & { token_hash: string }) {
  const [link] = await db
    .select({
      expires_at: vouchLinks.expires_at,
      display_name: profiles.display_name,
      school: profiles.school,
      has_badge: isBadgeLive(now).as('has_badge'),
      is_own: sql`${vouchLinks.voucher_id} = ${user_id}`.mapWith(Boolean).as('is_own'),
    })
    .from(vouchLinks)
    .innerJoin(profiles, eq(profiles.id, vouchLinks.voucher_id))
    .where(and(eq(vouchLinks.token_hash, token_hash), isNull(vouchLinks.used_at), gt(vouchLinks.expires_at, now)));
  if (!link) throw linkGone();
  return link;
}

/** A missing field stays unchanged. */
export async function setShown(db: Db, { user_id, shows_mutuals, shows_going }: ShowMutuals & { user_id: string }) {
  const [shown] = await db
    .update(profiles)
    .set({
      shows_mutuals: shows_mutuals ?? sql`${profiles.shows_mutuals}`,
      shows_going: shows_going ?? sql`${profiles.shows_going}`,
    })
    .where(eq(profiles.id, user_id))
    .returning({ shows_mutuals: profiles.shows_mutuals, shows_going: profiles.shows_going });
  return shown ?? { shows_mutuals: false, shows_going: false };
}

/** Deletes at most a thousand links. */
export async function deleteLinksBefore(db: Db, { before }: { before: Date }): Promise<void> {
  await deleteSome(db, vouchLinks, lt(vouchLinks.expires_at, before));
}
