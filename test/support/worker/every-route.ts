import { exports } from 'cloudflare:workers';
import { authRoutes } from '../../../worker/features/people/auth/auth.routes.ts';
import { siteRoutes } from '../../../worker/features/nights/public/site.routes.ts';
import { calendarRoutes } from '../../../worker/features/nights/plans/calendar.routes.ts';

/** A method and a path. The parameters of the path have well-formed values, but nothing with such a value exists. */
export interface SomeRoute {
  method: string;
  path: string;
}

interface Described {
  paths: Record<string, Record<string, unknown>>;
}

/** A few pages are enough, because one handler answers all pages and static files. */
const PAGES = ['/', '/events', '/events/no-such-night', '/door/no-such-night', '/admin', '/auth', '/no/such/page'];
const EXAMPLES: Record<string, string> = {
  key: '0'.repeat(32),
  file: 'no-such-event.ics',
  slug: 'no-such-night',
};
const AN_ID = '00000000-0000-4000-8000-000000000000';

const withValues = (path: string) =>
  path.replaceAll(
    /:(\w+)(\{(?:[^{}]|\{[^{}]*\})*\})?\??|\{(\w+)\}/g,
    (_, named: string, __, braced: string) => EXAMPLES[named ?? braced] ?? AN_ID,
  );

export async function everyRoute(): Promise<SomeRoute[]> {
  const answer = await exports.default.fetch('http://vouch.test/api/openapi.json');
  const { paths } = await answer.json<Described>();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  const mounted = [authRoutes, siteRoutes, calendarRoutes]
    .flatMap(({ routes }) => routes)
    .filter(({ method }) => method !== 'ALL');
  const pages = PAGES.map((path) => ({ method: 'GET', path }));
  const all = [...described, ...mounted, ...pages].map(({ method, path }) => ({ method, path: withValues(path) }));
  return [...new Map(all.map((route) => [`${route.method} ${route.path}`, route])).values()];
}
