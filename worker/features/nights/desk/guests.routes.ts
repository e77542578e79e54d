import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { AddGuests } from '../../../contract/nights/events/guests.ts';
import { stampOf, writeAudited } from '../../../http/security/audit.ts';
import { body } from '../../../http/answers/body.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { findEventToManage } from '../events/who-may-manage.db.ts';
import { addGuests, findGuests, guestCsv, removeGuest } from './guests.db.ts';

const managed = (c: Context<AppEnv>) =>
  findEventToManage(c.get('db'), { id: c.req.param('id') ?? '', actor: c.get('actor') });

export const guestRoutes = new Hono<AppEnv>()
  .basePath('/admin/events/:id/guests')
  .use(requireRole('admin', 'organizer'))
  .get('/', describeRoute({ summary: 'The guest list of an event' }), async (c) => {
    const event = await managed(c);
    return c.json({ guests: await findGuests(c.get('db'), { event_id: event.id, now: c.get('now') }) });
  })
  .get('/file', describeRoute({ summary: 'The guest list of an event as a CSV file' }), async (c) => {
    const event = await managed(c);
    const guests = await findGuests(c.get('db'), { event_id: event.id, now: c.get('now') });
    // Each export is logged, because the file holds people's names.
    const act = {
      action: 'event.guests_export',
      target_type: 'event',
      target_id: event.id,
      before: null,
      after: { guests: guests.length },
    };
    await writeAudited(c.get('db'), { stamp: stampOf(c), changes: [{ run: null, ...act }] });
    return c.body(guestCsv(guests), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="guests-${event.slug}.csv"`,
    });
  })
  .post(
    '/',
    limitActor('form', 'event-guests'),
    describeRoute({ summary: 'Add guests; a name that was added before stays as it is' }),
    body(AddGuests),
    async (c) => {
      const [event, { guests }] = [await managed(c), c.req.valid('json')];
      const added = await addGuests(c.get('db'), { event_id: event.id, guests, stamp: stampOf(c) });
      return c.json({ added, skipped: guests.length - added }, 201);
    },
  )
  .delete('/:guest', describeRoute({ summary: 'Remove a guest from the list' }), async (c) => {
    const event = await managed(c);
    await removeGuest(c.get('db'), { event_id: event.id, id: c.req.param('guest'), stamp: stampOf(c) });
    return c.json({ id: c.req.param('guest') });
  });
