import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { ListenToNews, NEWS_SOCKET_MS } from '../../../contract/talk/notices.ts';
import { query } from '../../../http/answers/body.ts';
import { notASocket } from '../../../http/answers/errors.ts';
import { signedInWhileOn } from '../../../http/security/guards.ts';
import { limit, limitActor } from '../../../http/limits/rate-limit.ts';
import { listenAsPerson } from '../../../rooms/ask-person.ts';
import { newsTicket, personOfTicket } from './news-ticket.ts';
import { startListening } from './notices.db.ts';
import { newsTicketExpired } from './push.errors.ts';

export const newsRoutes = new Hono<AppEnv>()
  .post(
    '/my/news/ticket',
    signedInWhileOn('push'),
    limitActor('read', 'news-ticket'),
    describeRoute({
      summary: 'A ticket for a live connection, valid for a minute, and your number of unread notifications',
    }),
    async (c) => {
      const about = { user_id: c.get('actor').user_id, now: c.get('now') };
      const unread = await startListening(c.get('db'), about);
      return c.json({ ticket: await newsTicket(c.env.AUTH_PEPPER, about), unread });
    },
  )
  .get(
    '/my/news/live',
    limit('read', 'news'),
    describeRoute({ summary: 'Follow your number of unread notifications over a WebSocket' }),
    query(ListenToNews),
    async (c) => {
      if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') throw notASocket();
      const now = c.get('now');
      const user_id = await personOfTicket(c.env.AUTH_PEPPER, { ticket: c.req.valid('query').ticket, now });
      if (!user_id) throw newsTicketExpired();
      return listenAsPerson(c.env, { user_id, until: new Date(now.getTime() + NEWS_SOCKET_MS) });
    },
  );
