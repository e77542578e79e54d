import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { DecideReports, ListReported } from '../../../contract/talk/chat.ts';
import { nextCursor } from '../../../contract/paging.ts';
import { body, query } from '../../../http/answers/body.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { roomOf } from '../../../rooms/ask-room.ts';
import { decideReported } from './moderate.ts';
import { findReport, findReported } from './reports.db.ts';

/** How many messages are shown on each side of a reported message. */
const AROUND = 5;

export const chatReportRoutes = new Hono<AppEnv>()
  .basePath('/admin/chat-reports')
  .use(requireRole('admin'))
  .get('/', describeRoute({ summary: 'Reported messages, oldest report first' }), query(ListReported), async (c) => {
    const { cursor, limit } = c.req.valid('query');
    const reported = await findReported(c.get('db'), { after: cursor, limit });
    return c.json({
      reported,
      next_cursor: nextCursor(reported, limit, (last) => ({ at: last.reported_at, id: last.message_id })),
    });
  })
  .get('/:message_id/around', describeRoute({ summary: 'The chat messages around a reported one' }), async (c) => {
    const { event_id, seq } = await findReport(c.get('db'), { message_id: c.req.param('message_id') });
    const page = { event_id, after: Math.max(0, seq - AROUND - 1), limit: 2 * AROUND + 1 };
    const around = await roomOf(c.env, event_id).history(page);
    return c.json({ messages: around?.messages ?? [] });
  })
  .post(
    '/:message_id',
    describeRoute({ summary: 'Decide all open reports of a message' }),
    body(DecideReports),
    async (c) => {
      const message_id = c.req.param('message_id');
      const status = await decideReported(c, { id: message_id, decision: c.req.valid('json').decision });
      return c.json({ message_id, status });
    },
  );
