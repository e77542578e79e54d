import type { Context } from 'hono';
import { findUser, type UserRecord } from '../accounts/users.db.ts';
import type { AuthEnv } from '../auth-env.ts';
import { refuse } from '../errors.ts';
import { isUuid } from '../inputs.ts';

/** The user whose id is in the path. 404 if there is none. */
export async function userOfPath(c: Context<AuthEnv>): Promise<UserRecord> {
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) throw refuse(404, 'validation_failed', 'user_id must be an UUID');
  const record = await findUser(c.get('db'), { id: id.toLowerCase() });
  if (!record) throw refuse(404, 'user_not_found', 'User not found');
  return record;
}
