import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ASSURANCE_LEVELS } from '../../vocabulary.ts';
import { authUsers } from './auth-users.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';

/**
 * A signed-in device. A refresh token names the session and a number, and is signed with `refresh_key`. The current
 * number is `counter`. Numbers below `counter_floor` are always refused. Verifying a factor raises `counter_floor`.
 */
export const authSessions = sqliteTable(
  'auth_sessions',
  {
    id: uuidKey(),
    user_id: text()
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    counter: integer().notNull().default(0),
    counter_floor: integer().notNull().default(0),
    refresh_key: text().notNull(),
    aal: text({ enum: ASSURANCE_LEVELS }).notNull().default('aal1'),
    factor_id: text(),
    user_agent: text(),
    ip: text(),
    refreshed_at: instant(),
    /** The end of the session. Each refresh postpones it, up to a maximum (see `session-life.ts`). */
    not_after: instant().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('auth_sessions_user').on(t.user_id),
    index('auth_sessions_end').on(t.not_after),
    check('auth_sessions_aal_known', oneOf(t.aal, ASSURANCE_LEVELS)),
  ],
);

export type AuthSession = typeof authSessions.$inferSelect;

/** How the user of a session proved who they are, one row per method. */
export const authAmr = sqliteTable(
  'auth_amr',
  {
    session_id: text()
      .notNull()
      .references(() => authSessions.id, { onDelete: 'cascade' }),
    method: text().notNull(),
    provider: text(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.session_id, t.method] })],
);

export type AuthAmr = typeof authAmr.$inferSelect;
