import { Hono } from 'hono';
import * as v from 'valibot';
import { listedUserJson, userJson } from '../accounts/user-json.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse } from '../base/errors.ts';
import { authBody } from '../base/inputs.ts';
import { AdminUser } from './admin-user-input.ts';
import { listUsers } from './admin-users.db.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { changeUser } from './change-user.ts';
import { anyUserOfPath, userOfPath } from './user-of-path.ts';
import { linksOf, pageOf } from './user-page.ts';

const DeleteUser = v.object({ should_soft_delete: v.nullish(v.boolean()) });

export const adminUserRoutes = new Hono<AuthEnv>()
  .post('/admin/users', async (c) => c.json(userJson(await createUser(c, await authBody(c, AdminUser)))))
  .get('/admin/users', async (c) => {
    const wanted = pageOf(c);
    const { users, total } = await listUsers(c.get('db'), wanted);
    c.header('X-Total-Count', String(total));
    c.header('Link', linksOf(c, { ...wanted, total }));
    return c.json({ users: users.map(listedUserJson), aud: 'authenticated' });
  })
  .get('/admin/users/:id', async (c) => c.json(userJson(await anyUserOfPath(c))))
  .put('/admin/users/:id', async (c) => {
    const record = await userOfPath(c);
    return c.json(userJson(await changeUser(c, { record, body: await authBody(c, AdminUser) })));
  })
  .delete('/admin/users/:id', async (c) => {
    const record = await anyUserOfPath(c);
    const { should_soft_delete } = c.req.header('Content-Type') ? await authBody(c, DeleteUser) : {};
    if (should_soft_delete && record.user.deleted_at) throw refuse(404, 'user_not_found', 'User not found');
    await deleteUser(c, { record, keepsRow: should_soft_delete === true });
    return c.json({});
  });
