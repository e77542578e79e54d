import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { CreateVenue, EditVenue, MergeVenue } from '../../../contract/nights/venues.ts';
import { stampOf } from '../../../http/security/audit.ts';
import { body } from '../../../http/answers/body.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { dropUnusedImage } from '../../../http/shared/nights/image-store.ts';
import { eventPaths, purgePublic, venuePaths } from '../../../http/answers/purge-cache.ts';
import { findManagedVenues, findSlugsAt } from './admin-venues.db.ts';
import { deleteVenue, mergeVenue } from './merge-venue.db.ts';
import { createVenue, editVenue } from './save-venue.db.ts';

async function purgeEventsAt(c: Context<AppEnv>, { id, slugs }: { id: string; slugs: string[] }): Promise<void> {
  const paths = eventPaths(await findSlugsAt(c.get('db'), { venue_id: id }));
  await purgePublic(c, [...paths, ...slugs.flatMap(venuePaths)]);
}

export const adminVenueRoutes = new Hono<AppEnv>()
  .basePath('/admin/venues')
  .get(
    '/',
    requireRole('admin', 'organizer'),
    describeRoute({ summary: 'All venues by name, with their number of events and aliases' }),
    async (c) => c.json({ venues: await findManagedVenues(c.get('db'), { now: c.get('now') }) }),
  )
  .use(requireRole('admin'))
  .post('/', describeRoute({ summary: 'Add a venue' }), body(CreateVenue), async (c) => {
    const venue = await createVenue(c.get('db'), { fields: c.req.valid('json'), stamp: stampOf(c) });
    await purgePublic(c, eventPaths([]));
    return c.json(venue, 201);
  })
  .patch(
    '/:id',
    describeRoute({ summary: 'Change a venue; its old name becomes an alias' }),
    body(EditVenue),
    async (c) => {
      const venue = await editVenue(c.get('db'), {
        id: c.req.param('id'),
        edit: c.req.valid('json'),
        stamp: stampOf(c),
      });
      await purgeEventsAt(c, { id: venue.id, slugs: [venue.slug] });
      return c.json(venue);
    },
  )
  .post('/:id/merge', describeRoute({ summary: 'Merge a venue into another one' }), body(MergeVenue), async (c) => {
    const { into } = c.req.valid('json');
    const { merged, kept } = await mergeVenue(c.get('db'), { id: c.req.param('id'), into, stamp: stampOf(c) });
    await Promise.all([
      purgeEventsAt(c, { id: into, slugs: [merged.slug, kept.slug] }),
      dropUnusedImage(c, merged.image_url),
    ]);
    return c.json({ id: into });
  })
  .delete('/:id', describeRoute({ summary: 'Remove a venue that nothing uses' }), async (c) => {
    const gone = await deleteVenue(c.get('db'), { id: c.req.param('id'), stamp: stampOf(c) });
    await Promise.all([
      purgePublic(c, [...eventPaths([]), ...venuePaths(gone.slug)]),
      dropUnusedImage(c, gone.image_url),
    ]);
    return c.json({ id: gone.id });
  });
