import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { CreateClub, EditClub, ListClubs } from '../../../contract/nights/clubs.ts';
import { nextCursor, SeenBefore } from '../../../contract/paging.ts';
import { stampOf } from '../../../http/security/audit.ts';
import { body, query } from '../../../http/answers/body.ts';
import { invalid } from '../../../http/answers/errors.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { dropUnusedImage } from '../../../http/shared/nights/image-store.ts';
import { createClub, deleteClub, editClub, findClubs } from './clubs.db.ts';

const withoutId = () => {
  throw invalid({ id: 'The club’s id is missing.' });
};

export const clubRoutes = new Hono<AppEnv>()
  .basePath('/admin/clubs')
  .use(requireRole('admin'))
  .get('/', describeRoute({ summary: 'Clubs, the latest update first' }), query(ListClubs), async (c) => {
    const { cursor, limit, q } = c.req.valid('query');
    const clubs = await findClubs(c.get('db'), { after: cursor, limit, q });
    return c.json({ clubs, next_cursor: nextCursor(clubs, limit, (last) => ({ at: last.updated_at, id: last.id })) });
  })
  .post('/', describeRoute({ summary: 'Add a club' }), body(CreateClub), async (c) =>
    c.json(await createClub(c.get('db'), { fields: c.req.valid('json'), stamp: stampOf(c) }), 201),
  )
  .patch('/', withoutId)
  .delete('/', withoutId)
  .patch('/:id', describeRoute({ summary: 'Change a club' }), body(EditClub), async (c) => {
    const { before, after } = await editClub(c.get('db'), {
      id: c.req.param('id'),
      edit: c.req.valid('json'),
      stamp: stampOf(c),
    });
    if (before.logo_url !== after.logo_url) await dropUnusedImage(c, before.logo_url);
    return c.json(after);
  })
  .delete('/:id', describeRoute({ summary: 'Remove a club' }), query(SeenBefore), async (c) => {
    const gone = await deleteClub(c.get('db'), {
      id: c.req.param('id'),
      seen: c.req.valid('query').updated_at,
      stamp: stampOf(c),
    });
    await dropUnusedImage(c, gone.logo_url);
    return c.json({ id: gone.id });
  });
