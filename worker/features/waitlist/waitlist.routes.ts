import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../context.ts';
import { StopMessages } from '../../contract/offers.ts';
import { JoinWaitlist } from '../../contract/waitlist.ts';
import { body, query } from '../../http/body.ts';
import { actorOf } from '../../http/guards.ts';
import { limit, limitAddress } from '../../http/rate-limit.ts';
import { joinWaitlist } from './waitlist.db.ts';

export const waitlistRoutes = new Hono<AppEnv>()
  .post(
    '/waitlist/messages/stop',
    limitAddress('form', 'waitlist-stop'),
    describeRoute({ summary: 'End the mails of the organizers about one event; the id of the mail is the proof' }),
    query(StopMessages),
    async (c) => {
      const { stopMessages } = await import('./stop-messages.db.ts');
      const [message_id = '', entry_id = ''] = c.req.valid('query').mail.split(':');
      await stopMessages(c.get('db'), { message_id, entry_id });
      return c.json({ wants: false });
    },
  )
  .post(
    '/waitlist',
    limit('form', 'waitlist'),
    describeRoute({ summary: 'Join the waitlist of an event, or of the product' }),
    body(JoinWaitlist),
    async (c) => {
      const entry = c.req.valid('json');
      const actor = await actorOf(c);
      await joinWaitlist(c.get('db'), { entry, sender_id: actor?.user_id ?? null, now: c.get('now') });
      // The answer repeats the input, so it does not reveal whether the person was already on the waitlist.
      return c.json({ ...entry, event_id: entry.event_id ?? null, status: 'pending' as const }, 201);
    },
  );
