import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { BUILD_ID } from '../../../http/build.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { log } from '../../../http/log.ts';
import { slowestRoutes } from '../../../http/answers/route-times.ts';
import { countOperations } from './operations.db.ts';
import { judgeOperations } from './operations.rules.ts';

const ROUTES = 5;

export const operationsRoutes = new Hono<AppEnv>()
  .basePath('/admin/operations')
  .use(requireRole('admin'))
  .get('/', describeRoute({ summary: 'What operators look at' }), async (c) => {
    const now = c.get('now');
    const [counted, queued] = await Promise.all([countOperations(c.get('db'), { now }), jobsInQueue(c.env)]);
    const routes = slowestRoutes(ROUTES);
    return c.json({
      version: BUILD_ID,
      checks: judgeOperations({ ...counted, queued, routes }, now.getTime()),
      routes,
    });
  });

/** The jobs in the queue, or null if the platform does not say. The other checks are shown all the same. */
async function jobsInQueue(env: Pick<Env, 'NOTIFY_QUEUE'>): Promise<number | null> {
  try {
    return (await env.NOTIFY_QUEUE.metrics()).backlogCount;
  } catch (error) {
    log('info', 'the queue does not say how many jobs it holds', { error: String(error) });
    return null;
  }
}
