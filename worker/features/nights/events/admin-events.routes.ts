import { Hono, type Context } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import {
  CancelEvent,
  CreateEvent,
  EditEvent,
  ListAdminEvents,
  RestoreEvent,
} from '../../../contract/nights/events/admin-events.ts';
import { nextCursor, SeenBefore } from '../../../contract/paging.ts';
import { stampOf } from '../../../http/security/audit.ts';
import { body, query } from '../../../http/answers/body.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { dropUnusedImage } from '../../../http/shared/nights/image-store.ts';
import { eventPaths, purgePublic } from '../../../http/answers/purge-cache.ts';
import { findManagedEvent, findManagedEvents } from './admin-events.db.ts';
import { managedEvent } from './admin-events.view.ts';
import { cancelEvent } from './cancel-event.db.ts';
import { clearDeletedEvent } from './clear-deleted-events.cron.ts';
import { deleteEvent } from './delete-event.db.ts';
import { editFollowing } from './edit-following.db.ts';
import { createEvent, duplicateEvent, editEvent } from './save-event.db.ts';
import { deletedMails } from '../changes/tell-event-changes.cron.ts';
import { findEventToManage, findOwnEvent } from './who-may-manage.db.ts';

/** Cancelling sends mail to many people, so each account may do it only rarely. */
const cancelling = limitActor('form', 'event-cancel');

const managed = (c: Context<AppEnv>, id: string) => findEventToManage(c.get('db'), { id, actor: c.get('actor') });

async function saved(c: Context<AppEnv>, id: string) {
  const event = await findManagedEvent(c.get('db'), { id });
  await purgePublic(c, eventPaths([event.slug]));
  return managedEvent(event, c.get('now'));
}

export const adminEventRoutes = new Hono<AppEnv>()
  .basePath('/admin/events')
  .use(requireRole('admin', 'organizer'))
  .get(
    '/',
    describeRoute({ summary: 'Events, the latest start first; an organizer sees only the events that they manage' }),
    query(ListAdminEvents),
    async (c) => {
      const [wanted, now] = [c.req.valid('query'), c.get('now')];
      const rows = await findManagedEvents(c.get('db'), { actor: c.get('actor'), wanted, now });
      return c.json({
        events: rows.map((row) => managedEvent(row, now)),
        next_cursor: nextCursor(rows, wanted.limit, (last) => ({ at: last.start_at, id: last.id })),
      });
    },
  )
  .post('/', describeRoute({ summary: 'Add an event' }), body(CreateEvent), async (c) => {
    const id = await createEvent(c.get('db'), { form: c.req.valid('json'), actor: c.get('actor'), stamp: stampOf(c) });
    return c.json(await saved(c, id), 201);
  })
  .get('/:id', describeRoute({ summary: 'One event' }), async (c) =>
    c.json(managedEvent(await managed(c, c.req.param('id')), c.get('now'))),
  )
  .patch('/:id', describeRoute({ summary: 'Change, publish or unpublish an event' }), body(EditEvent), async (c) => {
    const event = await managed(c, c.req.param('id'));
    await editEvent(c.get('db'), { event, edit: c.req.valid('json'), actor: c.get('actor'), stamp: stampOf(c) });
    const after = await saved(c, event.id);
    if (after.image_url !== event.image_url) await dropUnusedImage(c, event.image_url);
    return c.json(after);
  })
  .post(
    '/:id/cancel',
    cancelling,
    describeRoute({ summary: 'Cancel an event; everyone concerned is told' }),
    body(CancelEvent),
    async (c) => {
      const event = await managed(c, c.req.param('id'));
      const { updated_at: seen, ...to } = c.req.valid('json');
      await cancelEvent(c.get('db'), { event, seen, to, actor: c.get('actor'), stamp: stampOf(c) });
      return c.json(await saved(c, event.id));
    },
  )
  .post(
    '/:id/restore',
    cancelling,
    describeRoute({ summary: 'Restore a cancelled event' }),
    body(RestoreEvent),
    async (c) => {
      const event = await managed(c, c.req.param('id'));
      await cancelEvent(c.get('db'), {
        event,
        seen: c.req.valid('json').updated_at,
        to: null,
        actor: c.get('actor'),
        stamp: stampOf(c),
      });
      return c.json(await saved(c, event.id));
    },
  )
  .post(
    '/:id/following',
    describeRoute({ summary: 'Make the same change to an event and the later ones in its series' }),
    body(EditEvent),
    async (c) => {
      const event = await managed(c, c.req.param('id'));
      const rows = await editFollowing(c.get('db'), {
        event,
        edit: c.req.valid('json'),
        actor: c.get('actor'),
        stamp: stampOf(c),
      });
      await purgePublic(c, eventPaths(rows.map(({ slug }) => slug)));
      for (const image of new Set(rows.map(({ image_url }) => image_url))) await dropUnusedImage(c, image);
      return c.json({ ...(await saved(c, event.id)), changed: rows.length });
    },
  )
  .post(
    '/:id/duplicate',
    describeRoute({ summary: 'Copy an event as a draft, to the first later week that does not have this event yet' }),
    async (c) => {
      const event = await managed(c, c.req.param('id'));
      const id = await duplicateEvent(c.get('db'), { event, actor: c.get('actor'), stamp: stampOf(c) });
      return c.json(await saved(c, id), 201);
    },
  )
  .delete(
    '/:id',
    describeRoute({ summary: 'Remove an event with its waitlist and chat' }),
    query(SeenBefore),
    async (c) => {
      const event = await findOwnEvent(c.get('db'), { id: c.req.param('id'), actor: c.get('actor') });
      const sealed = await deletedMails(c.env, event);
      await deleteEvent(c.get('db'), { event, seen: c.req.valid('query').updated_at, sealed, stamp: stampOf(c) });
      await Promise.all([
        purgePublic(c, eventPaths([event.slug])),
        dropUnusedImage(c, event.image_url),
        clearDeletedEvent(c.env, event.id),
      ]);
      return c.json({ id: event.id });
    },
  );
