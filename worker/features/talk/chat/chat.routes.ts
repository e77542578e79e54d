import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { Listen, MutePerson, PostMessage, ReadMessages, SlowDown } from '../../../contract/talk/chat.ts';
import { body, query } from '../../../http/answers/body.ts';
import { eventNotFound, notASocket, tooManySockets } from '../../../http/answers/errors.ts';
import { requireRole, signedIn } from '../../../http/security/guards.ts';
import { limit, spend } from '../../../http/limits/rate-limit.ts';
import { clientNetwork } from '../../../http/answers/request.ts';
import { visitorOf } from '../../../http/limits/visitor.ts';
import { listen, roomOf } from '../../../rooms/ask-room.ts';
import { findRoom } from './chat.db.ts';
import { postMessage, WINDOW_SECONDS } from './post-message.ts';

/** Allows ten messages in ten seconds per person, across all rooms. */
const limitPerson = createMiddleware<AppEnv>(async (c, next) => {
  await spend(c.env.LIMIT_CHAT_PERSON, { key: c.get('actor').user_id, seconds: WINDOW_SECONDS });
  await next();
});

export const chatRoutes = new Hono<AppEnv>()
  .get(
    '/events/:slug/messages',
    limit('read', 'messages'),
    describeRoute({ summary: 'The latest messages of an event, oldest first, or those after a sequence number' }),
    query(ReadMessages),
    async (c) => {
      const event_id = await findRoom(c.get('db'), { slug: c.req.param('slug'), now: c.get('now') });
      const page = await roomOf(c.env, event_id).history({ event_id, ...c.req.valid('query') });
      if (!page) throw eventNotFound();
      c.header('Cache-Control', 'no-store');
      return c.json(page);
    },
  )
  .post(
    '/events/:slug/messages',
    signedIn,
    limitPerson,
    describeRoute({ summary: 'Post a message; a repeated client_id returns the first message' }),
    body(PostMessage),
    async (c) => {
      const { message, isNew } = await postMessage(c, { slug: c.req.param('slug'), post: c.req.valid('json') });
      return c.json(message, isNew ? 201 : 200);
    },
  )
  .get(
    '/events/:slug/live',
    limit('read', 'live'),
    describeRoute({ summary: 'Listen to an event’s chat over a WebSocket' }),
    query(Listen),
    async (c) => {
      if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') throw notASocket();
      const event_id = await findRoom(c.get('db'), { slug: c.req.param('slug'), now: c.get('now') });
      const listener = { address: clientNetwork(c), visitor: await visitorOf(c) };
      const answer = await listen(c.env, { event_id, after: c.req.valid('query').after, ...listener });
      if (answer.status === 404) throw eventNotFound();
      if (answer.status === 429) throw tooManySockets();
      return answer;
    },
  )
  .delete(
    '/events/:slug/messages/:id',
    requireRole('admin'),
    describeRoute({ summary: 'Remove a message for everyone; a placeholder says who removed it and when' }),
    async (c) => {
      const { removeMessage } = await import('./moderate.ts');
      return c.json(await removeMessage(c, { slug: c.req.param('slug'), id: c.req.param('id') }));
    },
  )
  .put(
    '/events/:slug/slow',
    requireRole('admin', 'organizer'),
    describeRoute({ summary: 'Set the seconds between two messages from one person; 0 turns slow mode off' }),
    body(SlowDown),
    async (c) => {
      const { slowDown } = await import('./moderate.ts');
      const { seconds } = c.req.valid('json');
      await slowDown(c, { slug: c.req.param('slug'), seconds });
      return c.json({ seconds });
    },
  )
  .post(
    '/events/:slug/mutes',
    requireRole('admin'),
    describeRoute({ summary: 'Mute or unmute a person in this room' }),
    body(MutePerson),
    async (c) => {
      const { mutePerson } = await import('./moderate.ts');
      const { user_id, muted } = c.req.valid('json');
      return c.json({ user_id, muted: await mutePerson(c, { slug: c.req.param('slug'), user_id, muted }) });
    },
  );
