import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';
import { TURNSTILE } from '../../contract/people/turnstile.ts';
import { IS_DEV } from '../build.ts';

/** No string becomes code or markup. `web/script-address.ts` makes the policy that loads workers. */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types vouch";

/**
 * The policy of every document. Only the development server injects inline scripts and styles, so only there are they
 * allowed. Turnstile's script and frame are allowed where it is set up. There Trusted Types are reported and not
 * enforced (docs/decisions/house/0006-foreign-pages-and-scripts.md).
 */
const contentSecurityPolicy = (hasTurnstile: boolean, ownStyle = '') =>
  [
    "default-src 'none'",
    `script-src 'self'${IS_DEV ? " 'unsafe-inline'" : ''}${hasTurnstile ? ` ${TURNSTILE}` : ''}`,
    ...(hasTurnstile ? [`frame-src ${TURNSTILE}`] : []),
    `style-src 'self'${ownStyle}${IS_DEV ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' https: data: blob:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // The development server writes HTML into the page.
    ...(hasTurnstile || IS_DEV ? [] : [TRUSTED_TYPES]),
  ].join('; ');

const POLICIES = {
  plain: { 'Content-Security-Policy': contentSecurityPolicy(false) },
  withTurnstile: {
    'Content-Security-Policy': contentSecurityPolicy(true),
    'Content-Security-Policy-Report-Only': TRUSTED_TYPES,
  },
};

/** The policy of a document with a style of its own, which `source` allows. */
export const policyWithStyle = (env: Pick<Env, 'TURNSTILE_SITE_KEY'>, source: string) =>
  contentSecurityPolicy(env.TURNSTILE_SITE_KEY !== '', ` ${source}`);

export const HEADERS = {
  // An answer without its own Cache-Control is not cached.
  'Cache-Control': 'no-store',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
};

/** The page of a door alone may ask for the camera. */
const DOOR = /^\/door\/[^/]+$/;
const WITH_CAMERA = HEADERS['Permissions-Policy'].replace('camera=()', 'camera=(self)');

/**
 * Adds the security headers to every answer of the Worker, and `no-store` if the answer has no Cache-Control. Static
 * files get the same headers from `web/public/_headers`.
 */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  // A socket's handshake answer is immutable and contains no document.
  if (c.res.status === 101) return;
  const policy = c.env.TURNSTILE_SITE_KEY ? POLICIES.withTurnstile : POLICIES.plain;
  const own = { ...policy, ...(DOOR.test(c.req.path) ? { 'Permissions-Policy': WITH_CAMERA } : {}) };
  for (const [name, value] of Object.entries({ ...HEADERS, ...own })) {
    // A route may set a policy of its own, stricter than a document's.
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  }
});
