import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { newYorkDate } from '../../../contract/time/new-york-time.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { log } from '../../../http/log.ts';
import { limit } from '../../../http/limits/rate-limit.ts';
import { findEventToManage } from '../events/who-may-manage.db.ts';
import { lastDays } from '../../../contract/nights/last-days.ts';
import { countDays, findPublicId } from './numbers.db.ts';
import { viewCounter } from './view-counter.ts';
import type { ViewsWanted } from './views.ts';

const SHOWN_DAYS = 30;

/** The response does not reveal whether the event is public. */
export const viewRoutes = new Hono<AppEnv>().post(
  '/events/:slug/views',
  limit('read', 'views'),
  describeRoute({ summary: 'Count a view of an event’s page' }),
  async (c) => {
    const event_id = await findPublicId(c.get('db'), { slug: c.req.param('slug'), now: c.get('now') });
    if (event_id !== undefined) await viewCounter(c.env, c.get('db')).add({ event_id, day: newYorkDate(c.get('now')) });
    return c.body(null, 204);
  },
);

export const numberRoutes = new Hono<AppEnv>()
  .basePath('/admin')
  .get(
    '/events/:id/numbers',
    requireRole('admin', 'organizer'),
    describeRoute({ summary: 'The numbers of an event by day' }),
    async (c) => {
      const { id, start_at } = await findEventToManage(c.get('db'), { id: c.req.param('id'), actor: c.get('actor') });
      return c.json(
        await numbersOf(c, {
          event_id: id,
          last: new Date(Math.min(c.get('now').getTime(), start_at.getTime() + DAY)),
        }),
      );
    },
  )
  .get('/numbers', requireRole('admin'), describeRoute({ summary: 'The numbers of all events by day' }), async (c) =>
    c.json(await numbersOf(c, { event_id: null, last: c.get('now') })),
  );

/** The numbers by day, the oldest first. `views` is null if the view counter does not answer. */
async function numbersOf(c: Context<AppEnv>, { event_id, last }: { event_id: string | null; last: Date }) {
  const days = lastDays(last, SHOWN_DAYS);
  const [counts, views] = await Promise.all([
    countDays(c.get('db'), { event_id, days }),
    viewsOf(c, { event_id, from: days[0]!.day }),
  ]);
  return { days: counts.map((counted) => Object.assign(counted, { views: views && (views.get(counted.day) ?? 0) })) };
}

async function viewsOf(c: Context<AppEnv>, wanted: ViewsWanted) {
  try {
    return await viewCounter(c.env, c.get('db')).byDay(wanted);
  } catch (error) {
    log('error', 'views not read', { error });
    return null;
  }
}
