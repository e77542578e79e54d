import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '../../context.ts';
import { measureRoutes, noteTime, slowestRoutes } from './route-times.ts';

test('the route with the highest 95th percentile comes first', () => {
  for (let at = 1; at <= 100; at += 1) noteTime('GET /api/often', at);
  noteTime('GET /api/slow', 400);
  expect(slowestRoutes(2)).toEqual([
    { route: 'GET /api/slow', answers: 1, p95_ms: 400 },
    { route: 'GET /api/often', answers: 100, p95_ms: 95 },
  ]);
  for (let at = 0; at < 100; at += 1) noteTime('GET /api/often', 7);
  expect(slowestRoutes(2)[1]).toEqual({ route: 'GET /api/often', answers: 100, p95_ms: 7 });
});

test('requests are measured by the pattern of their route, so that ids do not split one route into many', async () => {
  const app = new Hono<AppEnv>().use(measureRoutes).get('/measured/:id', (c) => c.text('ok'));
  await app.request('/measured/a');
  await app.request('/measured/b');
  expect(slowestRoutes(10).find(({ route }) => route === 'GET /measured/:id')).toMatchObject({ answers: 2 });
});
