import type { Context } from 'hono';
import { findRecord, type UserRecord } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse } from '../base/errors.ts';
import { isUuid } from '../base/inputs.ts';

/** Throws a 404 if the user does not exist or is deleted. */
export async function userOfPath(c: Context<AuthEnv>): Promise<UserRecord> {
  const record = await anyUserOfPath(c);
  if (record.user.deleted_at) throw userNotFound();
  return record;
}

/** Also finds deleted users. Throws a 404 if the user does not exist. */
export async function anyUserOfPath(c: Context<AuthEnv>): Promise<UserRecord> {
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) throw refuse(404, 'validation_failed', 'user_id must be an UUID');
  const record = await findRecord(c.get('db'), { id: id.toLowerCase() });
  if (!record) throw userNotFound();
  return record;
}

const userNotFound = () => refuse(404, 'user_not_found', 'User not found');
