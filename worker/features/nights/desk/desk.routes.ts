import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { SendMessage } from '../../../contract/nights/events/desk.ts';
import { stampOf } from '../../../http/security/audit.ts';
import { body } from '../../../http/answers/body.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { idempotencyKey } from '../../../http/answers/idempotency.ts';
import { wakeNotices } from '../../../http/outbox/notices.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { managedEvent } from '../events/admin-events.view.ts';
import { findEventToManage } from '../events/who-may-manage.db.ts';
import { countDesk } from './desk.db.ts';
import { findMessages, sendMessage } from './messages.db.ts';
import { messageNotice, sealedMessageMail } from './messages.mails.ts';

const managed = (c: Context<AppEnv>) =>
  findEventToManage(c.get('db'), { id: c.req.param('id') ?? '', actor: c.get('actor') });

/** Each route first checks that the actor manages the event. */
export const deskRoutes = new Hono<AppEnv>()
  .basePath('/admin/events/:id')
  .use(requireRole('admin', 'organizer'))
  .get('/desk', describeRoute({ summary: 'One event with the numbers of its desk' }), async (c) => {
    const event = await managed(c);
    const counts = await countDesk(c.get('db'), { event_id: event.id, now: c.get('now') });
    return c.json({ event: managedEvent(event, c.get('now')), ...counts });
  })
  .get(
    '/messages',
    describeRoute({ summary: 'Messages sent to the waitlist of an event, the newest first' }),
    async (c) => {
      const event = await managed(c);
      return c.json({ messages: await findMessages(c.get('db'), { event_id: event.id }) });
    },
  )
  .post(
    '/messages',
    limitActor('form', 'event-messages'),
    describeRoute({ summary: 'Send a message to the waitlist; each Idempotency-Key sends one message' }),
    idempotencyKey(),
    body(SendMessage),
    async (c) => {
      const [event, message] = [await managed(c), c.req.valid('json')];
      const sealed = await sealedMessageMail(message.body, { event, now: c.get('now'), env: c.env });
      const notice = messageNotice(message.body, { event, now: c.get('now') });
      const outgoing = { event_id: event.id, message, key: c.req.valid('header')['idempotency-key'], sealed, notice };
      const { id, audience, recipients, created_at } = await sendMessage(c.get('db'), { outgoing, stamp: stampOf(c) });
      c.executionCtx.waitUntil(wakeNotices(c.env));
      return c.json({ id, audience, recipients, created_at }, 201);
    },
  );
