import { Hono } from 'hono';
import { BUILD_ID } from '../../../http/build.ts';
import { tokenKeys } from '../../../http/security/key-set.ts';
import type { AuthEnv } from './base/auth-env.ts';
import { limitRequest } from './base/limits.ts';
import { refuse } from './base/errors.ts';

export const publicRoutes = new Hono<AuthEnv>()
  .get('/.well-known/jwks.json', async (c) => {
    const keys = await tokenKeys(c.env.AUTH_JWT_KEYS);
    c.header('Cache-Control', 'public, max-age=600');
    return c.json({ keys: keys.map((key) => key.public_jwk) });
  })
  .get('/health', (c) =>
    c.json({
      name: 'Vouch Auth',
      version: BUILD_ID,
      description: 'Vouch auth service',
    }),
  )
  .get('/settings', (c) => {
    const config = c.get('config');
    return c.json({
      external: {
        email: true,
        phone: config.phone,
        google: config.google !== null,
        anonymous_users: config.anonymous,
        web3_ethereum: config.web3,
        web3_solana: config.web3,
      },
      disable_signup: !config.signups,
      mailer_autoconfirm: config.autoconfirm,
      phone_autoconfirm: config.autoconfirm,
      sms_provider: 'twilio',
      saml_enabled: false,
    });
  })
  .post('/sso', async (c) => {
    await limitRequest(c, 'sso');
    throw refuse(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
  });
