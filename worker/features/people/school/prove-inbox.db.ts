import { and, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { schoolProofs } from '../../../../drizzle/tables/people/school-proofs.ts';
import { sharedMarks } from '../../../../drizzle/tables/people/shared-marks.ts';
import type { Db } from '../../../context.ts';
import { MOST_CODE_TRIES } from '../../../contract/people/school.ts';
import { proofEnd } from '../../../contract/people/school-year.ts';
import type { Statement } from '../../../http/database/batch.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { sellingAt } from '../people/find-people.db.ts';

export interface SentCode {
  user_id: string;
  school_id: string;
  inbox_hash: string;
  code_hash: string;
  code_expires_at: Date;
  now: Date;
}

/** Replaces the person's earlier code. */
export async function writeCode(db: Db, { now, ...sent }: SentCode, mail: Statement): Promise<void> {
  const row = { ...sent, id: crypto.randomUUID(), tries: 0, created_at: now };
  await db.batch([
    db
      .insert(schoolProofs)
      .values(row)
      .onConflictDoUpdate({ target: schoolProofs.user_id, targetWhere: sql`status = 'sent'`, set: row }),
    mail,
  ]);
}

/**
 * Counts a try before the code is compared, so that parallel tries count too. Returns undefined if the person has no
 * code that is still valid.
 */
export async function countTry(db: Db, { user_id, now }: { user_id: string; now: Date }) {
  const { id, inbox_hash, code_hash, tries } = schoolProofs;
  const [[counted]] = await db.batch([
    db
      .update(schoolProofs)
      .set({ tries: sql`${tries} + 1` })
      .where(
        and(
          eq(schoolProofs.user_id, user_id),
          eq(schoolProofs.status, 'sent'),
          gt(schoolProofs.code_expires_at, now),
          lt(tries, MOST_CODE_TRIES),
        ),
      )
      .returning({ id, inbox_hash, code_hash, tries }),
  ]);
  return counted;
}

/**
 * Gives the badge and replaces the person's earlier proof. If the inbox already proves another account, the person gets
 * no badge and the code is used up. This is one transaction: if two accounts prove the same inbox at the same time,
 * only one succeeds. A repeat changes nothing. Returns the `slugs` of the events whose pages show the person as a
 * seller. `is_taken` means that the inbox proves another account. If `is_proven` and `is_taken` are both false, the
 * code was replaced or used up, or the proof has ended.
 */
export async function proveInbox(
  db: Db,
  { id, user_id, inbox_hash, now }: { id: string; user_id: string; inbox_hash: string; now: Date },
) {
  const isProven = sql`exists (select 1 from school_proofs as mine where mine.id = ${id} and mine.status = 'proven')`;
  const proof = (column: 'proven_at' | 'lapses_at') =>
    sql`(select ${sql.raw(column)} from school_proofs as mine where mine.id = ${id})`;
  const [, , , , , proven, taken, selling] = await db.batch([
    endProof(db, { user_id, when: isFreeFor(sql`${id}`) }),
    db
      .update(schoolProofs)
      .set({ status: 'proven', code_hash: null, code_expires_at: null, proven_at: now, lapses_at: proofEnd(now) })
      .where(and(eq(schoolProofs.id, id), eq(schoolProofs.status, 'sent'), isFreeFor(sql`${id}`))),
    db
      .update(profiles)
      .set({
        school: sql`(select schools.name from school_proofs as mine join schools on schools.id = mine.school_id
          where mine.id = ${id})`,
        is_student_verified: true,
        badge_at: proof('proven_at'),
        badge_until: proof('lapses_at'),
      })
      .where(and(eq(profiles.id, user_id), isProven)),
    insertFrom(db, sharedMarks, {
      row: { user_id, kind: 'inbox', mark_hash: sql`mine.inbox_hash` },
      from: sql`from school_proofs as mine where mine.id = ${id} and mine.status = 'proven'`,
    }).onConflictDoNothing(),
    // Uses up the code if the inbox was taken.
    db.delete(schoolProofs).where(and(eq(schoolProofs.id, id), eq(schoolProofs.status, 'sent'))),
    db
      .select({ id: schoolProofs.id })
      .from(schoolProofs)
      .where(and(eq(schoolProofs.id, id), eq(schoolProofs.status, 'proven'))),
    db
      .select({ id: schoolProofs.id })
      .from(schoolProofs)
      .where(
        and(
          eq(schoolProofs.inbox_hash, inbox_hash),
          sql`${schoolProofs.status} = 'proven'`,
          ne(schoolProofs.user_id, user_id),
        ),
      ),
    sellingAt(db, user_id),
  ]);
  return { is_proven: proven.length > 0, is_taken: taken.length > 0, slugs: selling.map(({ slug }) => slug) };
}

const isFreeFor = (
  id: SQL,
) => sql`exists (select 1 from school_proofs as mine where mine.id = ${id} and mine.status = 'sent'
  and not exists (select 1 from school_proofs as other
    where other.inbox_hash = mine.inbox_hash and other.status = 'proven' and other.user_id <> mine.user_id))`;

const endProof = (db: Db, { user_id, when }: { user_id: string; when?: SQL }) =>
  db
    .update(schoolProofs)
    .set({ status: 'revoked' })
    .where(and(eq(schoolProofs.user_id, user_id), eq(schoolProofs.status, 'proven'), when));

/**
 * Removes the badge that a school inbox gave, frees the inbox and deletes an open code. A badge from staff stays.
 * Returns the slugs of the events whose pages show the person as a seller.
 */
export async function giveUpBadge(db: Db, { user_id }: { user_id: string }): Promise<string[]> {
  const [, , , selling] = await db.batch([
    endProof(db, { user_id }),
    db
      .update(profiles)
      .set({ is_student_verified: false, school: null, badge_at: null, badge_until: null })
      .where(and(eq(profiles.id, user_id), sql`${profiles.badge_at} is not null`)),
    db.delete(schoolProofs).where(and(eq(schoolProofs.user_id, user_id), eq(schoolProofs.status, 'sent'))),
    sellingAt(db, user_id),
  ]);
  return selling.map(({ slug }) => slug);
}
