import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';

/**
 * The actions of admins and organizers, in order. When a person adds or removes a sign-in passkey, the log gets an
 * entry too. `hash` covers the entry and the hash of the entry before it (`prev_hash`), so changing or removing an
 * entry breaks the chain. Triggers refuse every update, every deletion, and an entry that does not follow the last one.
 * `before` and `after` are JSON. The check `audit_log_has_action` is explained in `worker/http/security/audit.ts`.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    seq: integer().primaryKey(),
    at: instant().notNull(),
    actor_id: text().notNull(),
    actor_email: text(),
    action: text().notNull(),
    target_type: text().notNull(),
    target_id: text().notNull(),
    before: text().notNull(),
    after: text().notNull(),
    request_id: text().notNull(),
    prev_hash: text().notNull(),
    hash: text().notNull(),
  },
  (t) => [
    index('audit_log_actor').on(t.actor_id, t.seq),
    index('audit_log_action').on(t.action, t.seq),
    index('audit_log_target').on(t.target_type, t.target_id, t.seq),
    check('audit_log_has_action', sql`action <> ''`),
  ],
);

export type AuditEntry = typeof auditLog.$inferSelect;
