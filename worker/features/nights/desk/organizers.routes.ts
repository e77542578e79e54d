import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { AddOrganizer } from '../../../contract/nights/events/organizers.ts';
import { stampOf } from '../../../http/security/audit.ts';
import { body } from '../../../http/answers/body.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { renderMail } from '../../../http/outbox/mail.ts';
import { dispatch, outboxInsertTo } from '../../../http/outbox/outbox.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { findManagedEvent } from '../events/admin-events.db.ts';
import { findEventToManage, findOwnEvent, isOwner } from '../events/who-may-manage.db.ts';
import { addedPerson, addOrganizer, findCoOrganizers, removeOrganizer } from './organizers.db.ts';
import { coOrganizerMail } from './organizers.mails.ts';

/** The organizer and admins add and remove co-organizers. A co-organizer can leave. */
export const organizerRoutes = new Hono<AppEnv>()
  .basePath('/admin/events/:id/organizers')
  .use(requireRole('admin', 'organizer'))
  .get('/', describeRoute({ summary: 'The organizer and the co-organizers of an event' }), async (c) => {
    const event = await findEventToManage(c.get('db'), { id: c.req.param('id'), actor: c.get('actor') });
    const co_organizers = await findCoOrganizers(c.get('db'), { event_id: event.id });
    return c.json({ organizer: event.organizer, co_organizers, may_change: isOwner(event, c.get('actor')) });
  })
  .post(
    '/',
    limitActor('form', 'event-organizers'),
    describeRoute({
      summary: 'Add a co-organizer by email address; a repeat changes nothing',
    }),
    body(AddOrganizer),
    async (c) => {
      const event = await findOwnEvent(c.get('db'), { id: c.req.param('id'), actor: c.get('actor') });
      const { email } = c.req.valid('json');
      const content = await renderMail({ ...coOrganizerMail(event, c.env.SITE_URL), name: null });
      const mail = await outboxInsertTo(c, { to: addedPerson(email), ...content });
      const added = await addOrganizer(c.get('db'), {
        event_id: event.id,
        email,
        mail: mail.statement,
        stamp: stampOf(c),
      });
      if (added) dispatch(c, [mail.id]);
      return c.json({ added }, 201);
    },
  )
  .delete('/:user', describeRoute({ summary: 'Remove a co-organizer, or leave' }), async (c) => {
    const [user_id, actor, db] = [c.req.param('user'), c.get('actor'), c.get('db')];
    const find = user_id === actor.user_id ? findManagedEvent : findOwnEvent;
    const event = await find(db, { id: c.req.param('id'), actor });
    await removeOrganizer(db, { event_id: event.id, user_id, stamp: stampOf(c) });
    return c.json({ id: user_id });
  });
