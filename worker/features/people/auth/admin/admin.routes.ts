import { Hono } from 'hono';
import type { AuthEnv } from '../base/auth-env.ts';
import { adminFactorRoutes } from './admin-factors.routes.ts';
import { adminLinkRoutes } from './admin-links.routes.ts';
import { adminPasskeyRoutes } from './admin-passkeys.routes.ts';
import { adminUserRoutes } from './admin-users.routes.ts';
import { serviceBearer } from '../sessions/service-key.ts';

export const adminRoutes = new Hono<AuthEnv>()
  .use('/admin/*', serviceBearer)
  .on('POST', '/invite', serviceBearer)
  .route('/', adminUserRoutes)
  .route('/', adminFactorRoutes)
  .route('/', adminPasskeyRoutes)
  .route('/', adminLinkRoutes);
