import { Hono } from 'hono';
import type { AuthEnv } from '../base/auth-env.ts';
import { findOwnPasskeys, ownPasskeyDelete } from '../passkeys/own-passkeys.db.ts';
import { passkeyJson } from '../passkeys/passkey-json.ts';
import { passkeyNotFound } from '../passkeys/register-passkey.ts';
import { userOfPath } from './user-of-path.ts';

export const adminPasskeyRoutes = new Hono<AuthEnv>()
  .get('/admin/users/:id/passkeys', async (c) => {
    const { user } = await userOfPath(c);
    return c.json((await findOwnPasskeys(c.get('db'), user.id)).map(passkeyJson));
  })
  .delete('/admin/users/:id/passkeys/:passkey', async (c) => {
    const { user } = await userOfPath(c);
    const own = { id: c.req.param('passkey'), user_id: user.id };
    const deleted = await ownPasskeyDelete(c.get('db'), own).returning();
    if (deleted.length === 0) throw passkeyNotFound();
    return c.body(null, 204);
  });
