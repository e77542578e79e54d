import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { stampOf, writeAudited } from '../../../http/security/audit.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { answerFile, readFile } from './open-ticket.ts';
import { getOnly } from './reveal.routes.ts';
import { findFileOfProblem } from './staff-files.db.ts';

/** Before a file is served, the audit log records the admin who opens it. */
export const staffFileRoutes = new Hono<AppEnv>()
  .basePath('/admin/ticket-files')
  .use(requireRole('admin'))
  .get(
    '/:id',
    getOnly,
    describeRoute({
      summary: 'A ticket or a picture that belongs to a request with a problem; each opening is logged',
    }),
    async (c) => {
      const found = await findFileOfProblem(c.get('db'), c.req.param('id'));
      const bytes = found && (await readFile(c.env, found.file));
      if (!bytes) throw notFound();
      const { file, request_id } = found;
      const opened = {
        action: 'ticket_file.open',
        target_type: 'ticket_file',
        target_id: file.id,
        before: null,
        after: { request_id },
      };
      await writeAudited(c.get('db'), { stamp: stampOf(c), changes: [{ run: null, ...opened }] });
      return answerFile(c, file, bytes);
    },
  );
