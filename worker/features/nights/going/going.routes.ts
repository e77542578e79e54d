import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { SayGoing } from '../../../contract/nights/going.ts';
import { body } from '../../../http/answers/body.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { signedInWhileOn } from '../../../http/security/guards.ts';
import { findWritersIn } from '../../../rooms/ask-room.ts';
import { findGoing, sayGoing, takeBackGoing } from './going.db.ts';

const whileOn = signedInWhileOn('going');
const often = limitActor('read', 'going');

export const goingRoutes = new Hono<AppEnv>()
  .get(
    '/events/:id/going',
    whileOn,
    often,
    describeRoute({
      summary: 'What you said about an event, which friends go there, and who of them wrote in its chat',
    }),
    async (c) => {
      const event_id = c.req.param('id');
      const asked = { event_id, user_id: c.get('actor').user_id, now: c.get('now') };
      const { going_ids, ...going } = await findGoing(c.get('db'), asked);
      c.header('Cache-Control', 'no-store');
      return c.json({ ...going, writer_ids: await findWritersIn(c.env, { event_id, users: going_ids }) });
    },
  )
  .put(
    '/events/:id/going',
    whileOn,
    often,
    describeRoute({ summary: 'Say that you go to an event, or would go with somebody; a repeat changes nothing' }),
    body(SayGoing),
    async (c) => {
      const asked = { event_id: c.req.param('id'), user_id: c.get('actor').user_id, now: c.get('now') };
      return c.json(await sayGoing(c.get('db'), { ...asked, ...c.req.valid('json') }));
    },
  )
  .delete(
    '/events/:id/going',
    whileOn,
    often,
    describeRoute({ summary: 'Take back what you said about an event' }),
    async (c) => {
      await takeBackGoing(c.get('db'), { event_id: c.req.param('id'), user_id: c.get('actor').user_id });
      return c.json({ mine: null });
    },
  );
