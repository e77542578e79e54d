import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { subscribedCalendar } from '../../../http/outbox/calendar.ts';
import { randomSecret, sha256Hex } from '../../../http/security/crypto.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { signedIn } from '../../../http/security/guards.ts';
import { limitActor, limitAddress, spend } from '../../../http/limits/rate-limit.ts';
import { deleteCalendarLink, findCalendarLink, findCalendarOwner, renewCalendarLink } from './calendar-link.db.ts';
import { calendarEntries } from './plans.view.ts';
import { findPlans } from './plans.db.ts';

const A_MINUTE = 60;

/** The token in the calendar's address is shown once, and only its hash is stored. */
export const calendarLinkRoutes = new Hono<AppEnv>()
  .basePath('/my/calendar-link')
  .use(signedIn)
  .get(
    '/',
    limitActor('read', 'calendar-link'),
    describeRoute({ summary: 'When you created the address of your calendar' }),
    async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json({ made_at: await findCalendarLink(c.get('db'), c.get('actor')) });
    },
  )
  .post(
    '/',
    limitActor('form', 'calendar-link'),
    describeRoute({ summary: 'Give your calendar a new address; the old one stops working' }),
    async (c) => {
      const token = randomSecret();
      await renewCalendarLink(c.get('db'), {
        user_id: c.get('actor').user_id,
        token_hash: await sha256Hex(token),
        now: c.get('now'),
      });
      c.header('Cache-Control', 'no-store');
      return c.json({ url: `${c.env.SITE_URL}/calendar/${token}.ics` }, 201);
    },
  )
  .delete(
    '/',
    limitActor('form', 'calendar-link'),
    describeRoute({ summary: 'Delete the address of your calendar' }),
    async (c) => {
      await deleteCalendarLink(c.get('db'), c.get('actor'));
      return c.json({ made_at: null });
    },
  );

/** Calendar apps have no session, so the token in the address authorizes the request. */
export const calendarRoutes = new Hono<AppEnv>().get(
  '/calendar/:file{[A-Za-z0-9_-]{43}\\.ics}',
  limitAddress('read', 'calendar-file'),
  async (c) => {
    const token_hash = await sha256Hex(c.req.param('file').slice(0, -'.ics'.length));
    await spend(c.env.LIMIT_FORM, { key: `calendar:${token_hash}`, seconds: A_MINUTE });
    const owner = await findCalendarOwner(c.get('db'), { token_hash, now: c.get('now') });
    if (!owner) throw notFound();
    const { plans } = await findPlans(c.get('db'), { ...owner, now: c.get('now') });
    const file = subscribedCalendar(calendarEntries(plans, c.get('now')), {
      name: 'Vouch: my nights',
      siteUrl: c.env.SITE_URL,
    });
    const etag = `"${(await sha256Hex(file)).slice(0, 32)}"`;
    const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' };
    if (c.req.header('If-None-Match')?.includes(etag)) return c.body(null, 304, headers);
    return c.body(file, 200, { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' });
  },
);
