import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { readDemo } from '../../../contract/staff/demo.ts';
import { DAY, HOUR } from '../../../contract/time/durations.ts';
import { BUILD_ID } from '../../../http/build.ts';
import { ReleaseQuarantine } from '../../../contract/staff/operations.ts';
import { body } from '../../../http/answers/body.ts';
import { stampOf } from '../../../http/security/audit.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { slowestRoutes } from '../../../http/answers/route-times.ts';
import { countOperations, endQuarantine } from './operations.db.ts';
import { judgeOperations } from './operations.rules.ts';
import { jobsInQueue } from './queue-jobs.ts';
import { countSent, sumTraffic } from './traffic.db.ts';
import { trafficView } from './traffic.view.ts';
import type { MoreChecks } from './watch.cron.ts';

const ROUTES = 5;

/** How far back plots of traffic go, in ms. */
const PLOTTED_MS = DAY;
/** The time that one bar of a plot covers, in ms. */
const BAR_MS = HOUR / 2;

export const operationsRoutes = (moreChecks: MoreChecks) =>
  new Hono<AppEnv>()
    .basePath('/admin/operations')
    .use(requireRole('admin'))
    .get('/', describeRoute({ summary: 'The health checks for operators' }), async (c) => {
      const [db, now] = [c.get('db'), c.get('now')];
      const [counted, queued, more] = await Promise.all([
        countOperations(db, { now }),
        jobsInQueue(c.env),
        moreChecks(db, { now }),
      ]);
      const routes = slowestRoutes(ROUTES);
      return c.json({
        version: BUILD_ID,
        demo: readDemo(c.env.DEMO_ACCOUNTS),
        checks: [...judgeOperations({ ...counted, queued, routes }, now.getTime()), ...more],
        routes,
      });
    })
    .get('/traffic', describeRoute({ summary: 'Traffic, answer times and messages of the last day' }), async (c) => {
      const until = c.get('now').getTime();
      const since = (Math.floor((until - PLOTTED_MS) / BAR_MS) + 1) * BAR_MS;
      const asked = { since: new Date(since), step: BAR_MS };
      const [sums, sent] = await Promise.all([sumTraffic(c.get('db'), asked), countSent(c.get('db'), asked)]);
      return c.json({ bars: trafficView({ sums, sent }, { since, until, step: BAR_MS }) });
    })
    .post(
      '/release',
      describeRoute({ summary: 'End the quarantine after a restore' }),
      body(ReleaseQuarantine),
      async (c) => {
        await endQuarantine(c.get('db'), { stamp: stampOf(c) });
        return c.json({ quarantine: null });
      },
    );
