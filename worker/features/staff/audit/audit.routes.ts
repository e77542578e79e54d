import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { ListAudit } from '../../../contract/staff/audit.ts';
import { query } from '../../../http/answers/body.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { findAuditEntries } from './audit.db.ts';

/** Any JSON. */
type Touched = Record<string, unknown> | null;

export const auditRoutes = new Hono<AppEnv>()
  .basePath('/admin/audit')
  .use(requireRole('admin'))
  .get('/', describeRoute({ summary: 'What admins and organizers did, newest first' }), query(ListAudit), async (c) => {
    const wanted = c.req.valid('query');
    const rows = await findAuditEntries(c.get('db'), wanted);
    const entries = rows.map((row) => ({
      ...row,
      before: JSON.parse(row.before) as Touched,
      after: JSON.parse(row.after) as Touched,
    }));
    return c.json({ entries, next_cursor: rows.length === wanted.limit ? String(rows.at(-1)!.seq) : null });
  });
