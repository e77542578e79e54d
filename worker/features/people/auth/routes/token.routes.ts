import { Hono, type Context } from 'hono';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse } from '../base/errors.ts';
import { idTokenGrant } from '../oauth/id-token-grant.ts';
import { passwordGrant } from './password-grant.ts';
import { pkceGrant } from '../oauth/pkce-grant.ts';
import { refreshGrant } from '../sessions/refresh-grant.ts';
import type { SessionBody } from '../sessions/session-body.ts';
import { web3Grant } from '../wallets/web3-grant.ts';

const GRANTS = new Map<string, (c: Context<AuthEnv>) => Promise<SessionBody>>([
  ['password', passwordGrant],
  ['refresh_token', refreshGrant],
  ['pkce', pkceGrant],
  ['id_token', idTokenGrant],
  ['web3', web3Grant],
]);

export const tokenRoutes = new Hono<AuthEnv>().post('/token', async (c) => {
  const grant = GRANTS.get(c.req.query('grant_type') ?? '');
  if (!grant) throw refuse(400, 'invalid_credentials', 'unsupported_grant_type');
  c.header('Cache-Control', 'no-store');
  return c.json(await grant(c));
});
