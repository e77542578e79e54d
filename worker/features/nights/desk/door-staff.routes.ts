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
import { findEventToManage } from '../events/who-may-manage.db.ts';
import { addDoorStaff, findDoorStaff, removeDoorStaff } from './door-staff.db.ts';
import { addedPerson } from './organizers.db.ts';
import { doorStaffMail } from './organizers.mails.ts';

export const doorStaffRoutes = new Hono<AppEnv>()
  .basePath('/admin/events/:id/door-staff')
  .use(requireRole('admin', 'organizer'))
  .get('/', describeRoute({ summary: 'The door staff of an event' }), async (c) => {
    const event = await findEventToManage(c.get('db'), { id: c.req.param('id'), actor: c.get('actor') });
    return c.json({ staff: await findDoorStaff(c.get('db'), { event_id: event.id }) });
  })
  .post(
    '/',
    limitActor('form', 'event-door-staff'),
    describeRoute({
      summary: 'Add a person to the door staff by email address; a repeat changes nothing',
    }),
    body(AddOrganizer),
    async (c) => {
      const event = await findEventToManage(c.get('db'), { id: c.req.param('id'), actor: c.get('actor') });
      const { email } = c.req.valid('json');
      const content = await renderMail({ ...doorStaffMail(event, c.env.SITE_URL), name: null });
      const mail = await outboxInsertTo(c, { to: addedPerson(email), ...content });
      const added = await addDoorStaff(c.get('db'), {
        event_id: event.id,
        email,
        mail: mail.statement,
        stamp: stampOf(c),
      });
      if (added) dispatch(c, [mail.id]);
      return c.json({ added }, 201);
    },
  )
  .delete('/:user', describeRoute({ summary: 'Remove a person from the door staff' }), async (c) => {
    const event = await findEventToManage(c.get('db'), { id: c.req.param('id'), actor: c.get('actor') });
    await removeDoorStaff(c.get('db'), { event_id: event.id, user_id: c.req.param('user'), stamp: stampOf(c) });
    return c.json({ id: c.req.param('user') });
  });
