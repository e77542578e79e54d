import { expect, test } from 'vitest';
import { call, withVars } from '../../support/worker/people/auth-client.ts';
import { everyRoute } from '../../support/worker/every-route.ts';
import { ASSETS } from '../../support/worker/open-page.ts';

const ELSEWHERE = 'https://elsewhere.test';
const NO_SCRIPT = [undefined, undefined, undefined];
const A_YEAR_S = 31_536_000;
const WITH_PAGES = withVars({ ASSETS });

const OTHERS = ['/api/nothing', '/api/openapi.json'].map((path) => ({ method: 'GET', path }));
const routes = [...(await everyRoute()), ...OTHERS];
const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const);

const directivesOf = (policy: string | null) =>
  new Map((policy ?? '').split(/\s*;\s*/).map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]));

test('the list of all routes includes the API, the webhooks, the auth service and the pages', () => {
  expect(routes.length).toBeGreaterThan(220);
  for (const [method, path] of [
    ['POST', '/api/waitlist'],
    ['POST', '/auth/v1/token'],
    ['POST', '/functions/v1/ingest-events'],
    ['GET', '/sitemap.xml'],
    ['GET', '/door/no-such-night'],
  ]) {
    expect(routes).toContainEqual({ method, path });
  }
});

test.each(named)(
  '%s answers a signed-out request with strict headers, without cookies that scripts can read, and never with a 5xx',
  async (_, route) => {
    const answer = await call(
      `http://vouch.test${route.path}`,
      { method: route.method, headers: { Origin: ELSEWHERE } },
      WITH_PAGES,
    );
    const { headers } = answer;
    const body = await answer.text();
    expect(answer.status).toBeLessThan(500);

    const [, maxAge] = /max-age=(\d+); includeSubDomains/.exec(headers.get('Strict-Transport-Security') ?? '') ?? [];
    expect(Number(maxAge)).toBeGreaterThanOrEqual(A_YEAR_S);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(headers.get('Referrer-Policy')).toMatch(/^(strict-origin-when-cross-origin|same-origin|no-referrer)$/);
    expect(headers.get('Permissions-Policy')).toContain(`camera=(${route.path.startsWith('/door/') ? 'self' : ''})`);
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('Cache-Control')).toBeTruthy();
    expect(body === '' ? 'nothing' : headers.get('Content-Type')).toMatch(
      /^(nothing$|application\/json|[a-z]+\/[a-z]+;\s?charset=utf-8)/i,
    );
    for (const name of ['Server', 'X-Powered-By', 'Access-Control-Allow-Credentials'])
      expect([name, headers.get(name)]).toEqual([name, null]);
    expect(headers.get('Access-Control-Allow-Origin')).toBe(route.path.startsWith('/auth/v1/') ? '*' : null);
    for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);

    const policy = directivesOf(headers.get('Content-Security-Policy'));
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    // `form-action` can name an address to which a form redirects. In a local run, its scheme is http.
    policy.delete('form-action');
    expect([...policy.values()].flat().join(' ')).not.toMatch(/unsafe|\*|http:/);
    // A document with scripts may run only scripts of this site, and may not turn strings into scripts.
    const ofScripts = ['script-src', 'require-trusted-types-for', 'trusted-types'].map((name) => policy.get(name));
    expect([[["'self'"], ["'script'"], ['vouch']], NO_SCRIPT]).toContainEqual(ofScripts);
  },
);
