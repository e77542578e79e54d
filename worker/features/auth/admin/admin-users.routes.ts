import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import type { AuthFactor } from '../../../../drizzle/tables/auth-factors.ts';
import { AdminUser } from './admin-user-input.ts';
import { hardDelete, listUsers, softDelete, type SortKey, type UserPage } from './admin-users.db.ts';
import { createUser, updateUser } from './admin-users.ts';
import type { AuthEnv } from '../auth-env.ts';
import { malformed, refuse } from '../errors.ts';
import { deleteFactor, updateFactor } from '../factors/factors.db.ts';
import { isUuid } from '../accounts/identities.db.ts';
import { authBody, phoneOf } from '../inputs.ts';
import { serviceBearer } from './service-key.ts';
import { isUniqueViolation } from '../unique.ts';
import { factorJson, listedUserJson, userJson } from '../accounts/user-json.ts';
import { findUser, type UserRecord } from '../accounts/users.db.ts';

const MAX_PER_PAGE = 1000;

const DeleteUser = v.object({ should_soft_delete: v.nullish(v.boolean()) });
const ChangeFactor = v.object({
  friendly_name: v.nullish(v.pipe(v.string(), v.maxLength(100))),
  phone: v.nullish(v.pipe(v.string(), v.maxLength(64))),
});

/** What the service key may do with users and their factors. */
export const adminRoutes = new Hono<AuthEnv>()
  .use('/admin/*', serviceBearer)
  .post('/admin/users', async (c) => c.json(userJson(await createUser(c, await authBody(c, AdminUser)))))
  .get('/admin/users', async (c) => {
    const wanted = pageOf(c);
    const { users, total } = await listUsers(c.get('db'), wanted);
    c.header('X-Total-Count', String(total));
    const links = linksOf(c, { ...wanted, total });
    if (links) c.header('Link', links);
    return c.json({ users: users.map(listedUserJson), aud: 'authenticated' });
  })
  .get('/admin/users/:id', async (c) => c.json(userJson(await recordOf(c))))
  .put('/admin/users/:id', async (c) => {
    const record = await recordOf(c);
    return c.json(userJson(await updateUser(c, { record, body: await authBody(c, AdminUser) })));
  })
  .delete('/admin/users/:id', async (c) => {
    const record = await recordOf(c);
    const { should_soft_delete } = c.req.header('Content-Type') ? await authBody(c, DeleteUser) : {};
    if (should_soft_delete) await softDelete(c.get('db'), { record, now: c.get('now') });
    else await hardDelete(c.get('db'), { record });
    return c.json({});
  })
  .get('/admin/users/:id/factors', async (c) => c.json((await recordOf(c)).factors.map(factorJson)))
  .put('/admin/users/:id/factors/:factor', async (c) => {
    const factor = factorOf(c, await recordOf(c));
    const { friendly_name, phone } = await authBody(c, ChangeFactor);
    const change = {
      ...(friendly_name ? { friendly_name } : {}),
      ...(phone && factor.factor_type === 'phone' ? { phone: phoneOf(phone) } : {}),
      updated_at: c.get('now'),
    };
    await updateFactor(c.get('db'), { id: factor.id, change }).catch((error: unknown) => {
      throw isUniqueViolation(error) ? refuse(422, 'mfa_factor_name_conflict', 'A factor with this friendly name exists already') : error;
    });
    return c.json(factorJson({ ...factor, ...change }));
  })
  .delete('/admin/users/:id/factors/:factor', async (c) => {
    const factor = factorOf(c, await recordOf(c));
    await deleteFactor(c.get('db'), { factor });
    return c.json(factorJson(factor));
  });

async function recordOf(c: Context<AuthEnv>): Promise<UserRecord> {
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) throw refuse(404, 'validation_failed', 'user_id must be an UUID');
  const record = await findUser(c.get('db'), { id: id.toLowerCase() });
  if (!record) throw refuse(404, 'user_not_found', 'User not found');
  return record;
}

function factorOf(c: Context<AuthEnv>, { factors }: UserRecord): AuthFactor {
  const id = c.req.param('factor') ?? '';
  if (!isUuid(id)) throw refuse(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = factors.find((each) => each.id === id);
  if (!factor) throw refuse(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

function pageOf(c: Context<AuthEnv>): UserPage {
  const [key = '', direction = 'desc'] = (c.req.query('sort') || 'created_at desc').split(/[\s:]+/);
  if (!isSortKey(key) || !['asc', 'desc'].includes(direction)) throw malformed('sort must be created_at, updated_at or email, asc or desc');
  return {
    page: countOf(c, { name: 'page', fallback: 1, max: 1_000_000 }),
    per_page: countOf(c, { name: 'per_page', fallback: 50, max: MAX_PER_PAGE }),
    filter: c.req.query('filter')?.trim().slice(0, 255) ?? '',
    sort: { key, ascending: direction === 'asc' },
  };
}

function countOf(c: Context<AuthEnv>, { name, fallback, max }: { name: string; fallback: number; max: number }): number {
  const text = c.req.query(name) ?? '';
  if (text === '') return fallback;
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > max) throw malformed(`Bad Pagination Parameters: ${name} must be a number from 1 to ${max}`);
  return count;
}

/** `page` comes first and addresses are parted by commas only, because the client reads the header by position. */
function linksOf(c: Context<AuthEnv>, { page, per_page, total }: UserPage & { total: number }): string {
  const last = Math.max(1, Math.ceil(total / per_page));
  const rest = ['filter', 'sort'].flatMap((name) => {
    const value = c.req.query(name);
    return value ? [`&${name}=${encodeURIComponent(value)}`] : [];
  });
  const link = (number: number, rel: string) =>
    `<${c.get('config').external_url}/admin/users?page=${number}&per_page=${per_page}${rest.join('')}>; rel="${rel}"`;
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}

function isSortKey(key: string): key is SortKey {
  return ['created_at', 'updated_at', 'email'].includes(key);
}
