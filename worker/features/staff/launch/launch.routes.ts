import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { LAUNCH_FEATURES, type LaunchFeature } from '../../../../drizzle/vocabulary.ts';
import type { AppEnv } from '../../../context.ts';
import { FeatureName, FEATURES_WITH_PAGE, isOn, SetSwitch } from '../../../contract/staff/launch.ts';
import { dollars } from '../../../contract/trade/money.ts';
import { stampOf } from '../../../http/security/audit.ts';
import { body } from '../../../http/answers/body.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { feesOf } from '../../../http/shared/configured-fees.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { publicCache } from '../../../http/answers/public-cache.ts';
import { eventPaths, purgePublic, venuePaths } from '../../../http/answers/purge-cache.ts';
import { limit } from '../../../http/limits/rate-limit.ts';
import { findOnSale, findSwitches, setSwitch } from './launch.db.ts';

/**
 * The most events whose pages are purged. A Worker may call the cache 1,000 times per request, and each event takes six
 * calls.
 */
const MOST_PURGED = 150;

export const launchRoutes = new Hono<AppEnv>().get(
  '/launch',
  publicCache,
  limit('read', 'launch'),
  describeRoute({ summary: 'Which features are on, and what Vouch charges once payments are' }),
  async (c) => {
    const rows = await findSwitches(c.get('db'));
    const switches = Object.fromEntries(LAUNCH_FEATURES.map((feature) => [feature, isOn(feature, rows)])) as Record<
      LaunchFeature,
      boolean
    >;
    const { buyer_fixed_cents, ...fees } = feesOf(c.env);
    return c.json({ switches, fees: { ...fees, buyer_fixed: dollars(buyer_fixed_cents) } });
  },
);

export const adminLaunchRoutes = new Hono<AppEnv>()
  .basePath('/admin/launch')
  .use(requireRole('admin'))
  .get('/', describeRoute({ summary: 'The launch switches' }), async (c) =>
    c.json({ switches: await findSwitches(c.get('db')) }),
  )
  .put('/:feature', describeRoute({ summary: 'Turn a launch switch on or off' }), body(SetSwitch), async (c) => {
    const feature = v.safeParse(FeatureName, c.req.param('feature'));
    if (!feature.success) throw notFound();
    const row = await setSwitch(c.get('db'), { feature: feature.output, ...c.req.valid('json'), stamp: stampOf(c) });
    // Each feature's page contains the state of all switches.
    await purgePublic(c, [
      '/api/launch',
      '/api/venues',
      '/api/tickets',
      '/api/live',
      '/sitemap.xml',
      ...FEATURES_WITH_PAGE.map((name) => `/${name}`),
      ...(feature.output === 'payments' ? ['/terms', ...(await pricedPaths(c))] : []),
    ]);
    return c.json(row);
  });

/**
 * Returns the public paths that show a price: the lists, and the pages of the next events on sale and their venues.
 * Other pages expire within 30 s.
 */
async function pricedPaths(c: Context<AppEnv>): Promise<string[]> {
  const onSale = await findOnSale(c.get('db'), { limit: MOST_PURGED });
  const venues = new Set(onSale.map(({ venue_slug }) => venue_slug));
  return [...eventPaths(onSale.map(({ slug }) => slug)), ...[...venues].flatMap(venuePaths)];
}
