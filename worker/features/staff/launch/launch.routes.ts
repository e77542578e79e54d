import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { LAUNCH_FEATURES, type LaunchFeature } from '../../../../drizzle/vocabulary.ts';
import type { AppEnv } from '../../../context.ts';
import {
  FeatureName,
  FEATURES_WITH_PAGE,
  isOn,
  missingForPayments,
  SetSwitch,
} from '../../../contract/staff/launch.ts';
import { judgeLaw } from '../../../contract/staff/law-packs.ts';
import type { OperationsCheck } from '../../../contract/staff/operations.ts';
import { dollars } from '../../../contract/trade/money.ts';
import { stampOf } from '../../../http/security/audit.ts';
import { body } from '../../../http/answers/body.ts';
import { invalid, notFound } from '../../../http/answers/errors.ts';
import { feesOf } from '../../../http/shared/configured-fees.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { publicCache } from '../../../http/answers/public-cache.ts';
import { eventPaths, purgePublic, venuePaths } from '../../../http/answers/purge-cache.ts';
import { limit } from '../../../http/limits/rate-limit.ts';
import { findComing, findPlaces, findSwitches, findVenueSlugs, setSwitch } from './launch.db.ts';
import { notReady } from './launch.errors.ts';

/**
 * How many events or venues one request purges at most. A Worker may call the cache 1,000 times per request. An event
 * and its venue take six calls. A venue alone takes two.
 */
const MOST_EVENTS = 150;
const MOST_VENUES = 450;

export const launchRoutes = new Hono<AppEnv>().get(
  '/launch',
  publicCache,
  limit('read', 'launch'),
  describeRoute({ summary: 'Which features are on, and what Vouch charges once payments are on' }),
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

type Checks = (env: Env) => Promise<OperationsCheck[]>;

/** `paymentChecks` come from another district. */
export const adminLaunchRoutes = (paymentChecks: Checks) =>
  new Hono<AppEnv>()
    .basePath('/admin/launch')
    .use(requireRole('admin'))
    .get('/', describeRoute({ summary: 'The launch switches' }), async (c) =>
      c.json({ switches: await findSwitches(c.get('db')) }),
    )
    .get('/payments', describeRoute({ summary: 'Whether payments can be turned on' }), async (c) => {
      const { checks, places } = await readChecks(c, paymentChecks);
      return c.json({ checks, cities: citiesOf(places) });
    })
    .put('/:feature', describeRoute({ summary: 'Turn a launch switch on or off' }), body(SetSwitch), async (c) => {
      const feature = v.safeParse(FeatureName, c.req.param('feature'));
      if (!feature.success) throw notFound();
      const { word, answered, ...move } = c.req.valid('json');
      const isOpening = feature.output === 'payments' && move.is_on && !move.was_on;
      const confirmed = isOpening ? await confirmPayments(c, { word, answered }, paymentChecks) : {};
      const row = await setSwitch(c.get('db'), { feature: feature.output, ...move, confirmed, stamp: stampOf(c) });
      await purgePublic(c, await changedPaths(c, feature.output));
      return c.json(row);
    });

/** Returns what the audit log records when payments are turned on. Throws `request.invalid` and `launch.not_ready`. */
async function confirmPayments(
  c: Context<AppEnv>,
  given: Parameters<typeof missingForPayments>[0],
  paymentChecks: Checks,
): Promise<object> {
  const missing = missingForPayments(given);
  if (Object.keys(missing).length > 0) throw invalid(missing);
  const { checks, places } = await readChecks(c, paymentChecks);
  const failing = checks.filter(({ sentence }) => sentence !== null);
  if (failing.length > 0) throw notReady(failing);
  return { answered: given.answered, cities: citiesOf(places) };
}

async function readChecks(c: Context<AppEnv>, paymentChecks: Checks) {
  const [checks, places] = await Promise.all([paymentChecks(c.env), findPlaces(c.get('db'))]);
  return { checks: [...checks, judgeLaw(places.filter(({ sells }) => sells))], places };
}

const citiesOf = (places: Awaited<ReturnType<typeof findPlaces>>) => [...new Set(places.map(({ city }) => city))];

/** Feature pages and legal pages contain the state of all switches. */
async function changedPaths(c: Context<AppEnv>, feature: LaunchFeature): Promise<string[]> {
  const always = [
    '/api/launch',
    '/terms',
    '/privacy',
    '/guarantee',
    ...FEATURES_WITH_PAGE.map((name) => `/${name}`),
    ...eventPaths([]),
  ];
  if (feature === 'venues')
    return [...always, ...(await findVenueSlugs(c.get('db'), { limit: MOST_VENUES })).flatMap(venuePaths)];
  return feature === 'payments' ? [...always, ...(await pricedPaths(c))] : always;
}

/** The paths of coming events and their venues, whose pages show prices. Other pages expire within 30 s. */
async function pricedPaths(c: Context<AppEnv>): Promise<string[]> {
  const coming = await findComing(c.get('db'), { limit: MOST_EVENTS });
  const venues = new Set(coming.map(({ venue_slug }) => venue_slug));
  return [...eventPaths(coming.map(({ slug }) => slug)), ...[...venues].flatMap(venuePaths)];
}
