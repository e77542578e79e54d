import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { SCHOOL_PROOF_STATUSES } from '../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { profiles } from './profiles.ts';
import { schools } from './schools.ts';

/**
 * The proof that a person reads a school inbox. `inbox_hash` and `code_hash` are keyed hashes of the normalized address
 * and of the code. An inbox can prove only one account at a time. The code works until `code_expires_at` or the fifth
 * wrong try. A proof is valid until `lapses_at`.
 */
export const schoolProofs = sqliteTable(
  'school_proofs',
  {
    id: uuidKey(),
    user_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    school_id: text()
      .notNull()
      .references(() => schools.id),
    inbox_hash: text().notNull(),
    status: text({ enum: SCHOOL_PROOF_STATUSES }).notNull().default('sent'),
    code_hash: text(),
    code_expires_at: instant(),
    tries: integer().notNull().default(0),
    proven_at: instant(),
    lapses_at: instant(),
    reminded_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('school_proofs_sent')
      .on(t.user_id)
      .where(sql`status = 'sent'`),
    uniqueIndex('school_proofs_proven')
      .on(t.user_id)
      .where(sql`status = 'proven'`),
    uniqueIndex('school_proofs_inbox')
      .on(t.inbox_hash)
      .where(sql`status = 'proven'`),
    index('school_proofs_school').on(t.school_id),
    index('school_proofs_user').on(t.user_id),
    index('school_proofs_lapse')
      .on(t.lapses_at)
      .where(sql`status = 'proven'`),
    check(
      'school_proofs_code',
      sql`(status = 'sent') = (code_hash is not null) and (code_hash is null) = (code_expires_at is null)`,
    ),
    check(
      'school_proofs_proven_at',
      sql`(status = 'sent') = (proven_at is null) and (proven_at is null) = (lapses_at is null)`,
    ),
    check('school_proofs_tries', sql`tries between 0 and 5`),
    check('school_proofs_status_known', oneOf(t.status, SCHOOL_PROOF_STATUSES)),
  ],
);

export type SchoolProof = typeof schoolProofs.$inferSelect;
