import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';
import { TURNSTILE } from '../../contract/people/turnstile.ts';
import { IS_DEV } from '../build.ts';

/** The hashes of a document's inline style and script. */
export interface OwnSources {
  style: string;
  script: string;
}

/** A page cannot use strings as code or markup. The policy `vouch` in `web/script-address.ts` lets web workers load. */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types vouch";

/**
 * The development server injects inline code, so development allows inline code. With Turnstile, Trusted Types
 * violations are only reported (docs/decisions/house/0006-foreign-pages-and-scripts.md).
 */
const contentSecurityPolicy = (hasTurnstile: boolean, own?: OwnSources) =>
  [
    "default-src 'none'",
    `script-src 'self'${own ? ` ${own.script}` : ''}${IS_DEV ? " 'unsafe-inline'" : ''}${hasTurnstile ? ` ${TURNSTILE}` : ''}`,
    ...(hasTurnstile ? [`frame-src ${TURNSTILE}`] : []),
    `style-src 'self'${own ? ` ${own.style}` : ''}${IS_DEV ? " 'unsafe-inline'" : ''}`,
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

export const policyWithOwn = (env: Pick<Env, 'TURNSTILE_SITE_KEY'>, own: OwnSources) =>
  contentSecurityPolicy(env.TURNSTILE_SITE_KEY !== '', own);

export const HEADERS = {
  'Cache-Control': 'no-store',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
};

/** Only the page of an event's door may ask for the camera. */
const DOOR = /^\/door\/[^/]+$/;
const WITH_CAMERA = HEADERS['Permissions-Policy'].replace('camera=()', 'camera=(self)');

/**
 * Adds the headers to the Worker's responses. Static files get them from `web/public/_headers`, with content
 * security policies of their own.
 */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  // The response to a socket's handshake is immutable and contains no document.
  if (c.res.status === 101) return;
  const policy = c.env.TURNSTILE_SITE_KEY ? POLICIES.withTurnstile : POLICIES.plain;
  const own = { ...policy, ...(DOOR.test(c.req.path) ? { 'Permissions-Policy': WITH_CAMERA } : {}) };
  for (const [name, value] of Object.entries({ ...HEADERS, ...own })) {
    // A header that the route has set stays, such as the content security policy of a page.
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  }
});
