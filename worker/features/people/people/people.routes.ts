import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { EditPerson, ListPeople } from '../../../contract/people/admin-people.ts';
import { nextCursor } from '../../../contract/paging.ts';
import { stampOf } from '../../../http/security/audit.ts';
import { body, query } from '../../../http/answers/body.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { eventPaths, purgePublic } from '../../../http/answers/purge-cache.ts';
import { tellPages } from '../../../rooms/tell-pages.ts';
import { editPerson, signOutEverywhere } from './edit-person.db.ts';
import { findPeople, findPerson, findSellingAt } from './find-people.db.ts';
import { removeSecondFactor } from './remove-second-factor.ts';

const withBan = <P extends { banned_until: Date | null }>(person: P, now: Date) => ({
  ...person,
  is_banned: person.banned_until !== null && person.banned_until > now,
});

export const peopleRoutes = new Hono<AppEnv>()
  .basePath('/admin/people')
  .use(requireRole('admin'))
  .get('/', describeRoute({ summary: 'Accounts, the newest first' }), query(ListPeople), async (c) => {
    const wanted = c.req.valid('query');
    const people = await findPeople(c.get('db'), wanted);
    const next_cursor = nextCursor(people, wanted.limit, (last) => ({ at: last.created_at, id: last.id }));
    return c.json({ people: people.map((person) => withBan(person, c.get('now'))), next_cursor });
  })
  .get('/:id', describeRoute({ summary: 'An account with its sessions and sign-in methods' }), async (c) =>
    c.json(withBan(await findPerson(c.get('db'), { id: c.req.param('id') }), c.get('now'))),
  )
  .patch(
    '/:id',
    describeRoute({ summary: "Change a person's role, verification or ban" }),
    body(EditPerson),
    async (c) => {
      const id = c.req.param('id');
      const edit = c.req.valid('json');
      await tellPages(c, await editPerson(c.get('db'), { accounts: c.get('accounts'), id, edit, stamp: stampOf(c) }));
      // Event pages show whether a seller is verified.
      if (edit.is_student_verified) await purgePublic(c, eventPaths(await findSellingAt(c.get('db'), { id })));
      return c.json(withBan(await findPerson(c.get('db'), { id }), c.get('now')));
    },
  )
  .delete(
    '/:id/second-factor',
    describeRoute({ summary: "Remove a person's second factors and end their sessions" }),
    async (c) => {
      await removeSecondFactor(c, c.req.param('id'));
      return c.json(withBan(await findPerson(c.get('db'), { id: c.req.param('id') }), c.get('now')));
    },
  )
  .post('/:id/sign-out', describeRoute({ summary: 'End every session of a person' }), async (c) =>
    c.json({ ended: await signOutEverywhere(c.get('db'), { id: c.req.param('id'), stamp: stampOf(c) }) }),
  );
