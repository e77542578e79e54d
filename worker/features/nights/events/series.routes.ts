import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { CreateSeries, PlanSeries } from '../../../contract/nights/events/series.ts';
import { stampOf } from '../../../http/security/audit.ts';
import { body } from '../../../http/answers/body.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { idempotencyKey } from '../../../http/answers/idempotency.ts';
import { eventPaths, purgePublic } from '../../../http/answers/purge-cache.ts';
import { createSeries, planSeries } from './series.db.ts';

export const seriesRoutes = new Hono<AppEnv>()
  .basePath('/admin/event-series')
  .use(requireRole('admin', 'organizer'))
  .post(
    '/preview',
    describeRoute({ summary: 'Preview the dates of a series; stores nothing' }),
    body(PlanSeries),
    async (c) =>
      c.json({
        dates: await planSeries(c.get('db'), { plan: c.req.valid('json'), actor: c.get('actor'), now: c.get('now') }),
      }),
  )
  .post(
    '/',
    describeRoute({ summary: 'Add all events of a series; a repeated Idempotency-Key adds nothing' }),
    idempotencyKey(),
    body(CreateSeries),
    async (c) => {
      const key = c.req.valid('header')['idempotency-key'];
      const made = await createSeries(c.get('db'), {
        series: c.req.valid('json'),
        actor: c.get('actor'),
        key,
        stamp: stampOf(c),
      });
      await purgePublic(c, eventPaths(made.events.map(({ slug }) => slug)));
      return c.json(made, 201);
    },
  );
