import { and, desc, eq, sql } from 'drizzle-orm';
import { clubs, type Club } from '../../../../drizzle/tables/nights/clubs.ts';
import type { Db } from '../../../context.ts';
import type { CreateClub, EditClub } from '../../../contract/nights/clubs.ts';
import { nextVersion, type PageCursor } from '../../../contract/paging.ts';
import { slugOf } from '../../../contract/nights/events/slug.ts';
import { type AuditStamp, tryAudited, writeAudited } from '../../../http/security/audit.ts';
import { brokenConstraint } from '../../../http/database/constraint.ts';
import { notFound, stale } from '../../../http/answers/errors.ts';

/** The most slugs to try for one name. */
const SLUGS = 50;

export function findClubs(
  db: Db,
  { after, limit, q }: { after: PageCursor | undefined; limit: number; q: string | undefined },
) {
  return db
    .select()
    .from(clubs)
    .where(
      and(
        after && sql`(${clubs.updated_at}, ${clubs.id}) < (${after.at.getTime()}, ${after.id})`,
        q ? sql`instr(lower(${clubs.name}), ${q.toLowerCase()}) > 0` : undefined,
      ),
    )
    .orderBy(desc(clubs.updated_at), desc(clubs.id))
    .limit(limit);
}

/** Throws `request.not_found`. */
async function findClub(db: Db, { id }: { id: string }): Promise<Club> {
  const [club] = await db.select().from(clubs).where(eq(clubs.id, id));
  if (!club) throw notFound();
  return club;
}

export async function createClub(db: Db, { fields, stamp }: { fields: CreateClub; stamp: AuditStamp }): Promise<Club> {
  for (let attempt = 1; ; attempt += 1) {
    const club: Club = {
      id: crypto.randomUUID(),
      description: null,
      logo_url: null,
      website: null,
      ig_handle: null,
      phone: null,
      email: null,
      ...given(fields),
      name: fields.name,
      status: fields.status,
      slug: attempt === 1 ? slugOf(fields.name) : `${slugOf(fields.name)}-${attempt}`,
      updated_by: stamp.actor_id,
      updated_at: stamp.at,
    };
    const change = { action: 'club.create', target_type: 'club', target_id: club.id, before: null, after: club };
    try {
      await writeAudited(db, { stamp, changes: [{ run: db.insert(clubs).values(club), ...change }] });
      return club;
    } catch (error) {
      if (brokenConstraint(error)?.name !== 'clubs.slug' || attempt === SLUGS) throw error;
    }
  }
}

/** Returns the club before and after the edit. Throws `request.stale` if someone else has saved it in the meantime. */
export async function editClub(
  db: Db,
  { id, edit, stamp }: { id: string; edit: EditClub; stamp: AuditStamp },
): Promise<{ before: Club; after: Club }> {
  const { updated_at: seen, ...fields } = edit;
  const before = await findClub(db, { id });
  const after: Club = {
    ...before,
    ...given(fields),
    updated_by: stamp.actor_id,
    updated_at: nextVersion(seen, stamp.at),
  };
  const change = { action: 'club.update', target_type: 'club', target_id: id, before, after };
  const run = db
    .update(clubs)
    .set(after)
    .where(and(eq(clubs.id, id), eq(clubs.updated_at, seen)));
  const isSaved = await tryAudited(db, { stamp, changes: [{ run, ...change }] });
  if (!isSaved) throw stale({ theirs: await findClub(db, { id }), yours: fields });
  return { before, after };
}

/** Returns the deleted row. Throws `request.stale` if the club was saved again after the version `seen`. */
export async function deleteClub(
  db: Db,
  { id, seen, stamp }: { id: string; seen: Date | undefined; stamp: AuditStamp },
): Promise<Club> {
  const before = await findClub(db, { id });
  const run = db.delete(clubs).where(and(eq(clubs.id, id), eq(clubs.updated_at, seen ?? before.updated_at)));
  const change = { action: 'club.delete', target_type: 'club', target_id: id, before, after: null };
  const isDeleted = await tryAudited(db, { stamp, changes: [{ run, ...change }] });
  if (!isDeleted) throw stale({ theirs: await findClub(db, { id }), yours: { deleted: true } });
  return before;
}

/** A missing field stays unchanged; null clears it. */
function given<F extends object>(fields: F): { [K in keyof F]: Exclude<F[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof F]: Exclude<F[K], undefined>;
  };
}
