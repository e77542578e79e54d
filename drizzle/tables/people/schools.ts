import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { SCHOOL_DOMAIN_KINDS } from '../../vocabulary.ts';
import { createdAt, oneOf } from '../columns.ts';

export const schools = sqliteTable('schools', {
  id: text().primaryKey(),
  name: text().notNull().unique(),
  city: text().notNull(),
  created_at: createdAt(),
});

/**
 * A mail domain of a school, in lower case. With `includes_subdomains`, addresses of its subdomains count too. If
 * several domains match an address, the longest one decides. `alias_of` names a domain with the same inboxes.
 */
export const schoolDomains = sqliteTable(
  'school_domains',
  {
    domain: text().primaryKey(),
    school_id: text()
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
    kind: text({ enum: SCHOOL_DOMAIN_KINDS }).notNull(),
    includes_subdomains: integer({ mode: 'boolean' }).notNull().default(false),
    alias_of: text(),
  },
  (t) => [
    index('school_domains_school').on(t.school_id),
    check('school_domains_kind_known', oneOf(t.kind, SCHOOL_DOMAIN_KINDS)),
  ],
);

export type School = typeof schools.$inferSelect;
export type NewSchool = typeof schools.$inferInsert;
export type NewSchoolDomain = typeof schoolDomains.$inferInsert;
