import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { signedIn } from '../../../http/security/guards.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { findMarks, followVenue, saveEvent, unfollowVenue, unsaveEvent } from './marks.db.ts';
import { findPlans } from './plans.db.ts';
import { planViews } from './plans.view.ts';

const often = limitActor('read', 'plans');

export const planRoutes = new Hono<AppEnv>()
  .get(
    '/my/plans',
    signedIn,
    often,
    describeRoute({ summary: 'Your plans, by start, and the venues you follow' }),
    async (c) => {
      const { user_id, email } = c.get('actor');
      const now = c.get('now');
      const found = await findPlans(c.get('db'), { user_id, email, now });
      c.header('Cache-Control', 'no-store');
      return c.json({ plans: planViews(found.plans, now), venues: found.venues });
    },
  )
  .get(
    '/my/marks',
    signedIn,
    often,
    describeRoute({
      summary: 'The ids of the events you saved or have a waitlist place at, and the venues you follow',
    }),
    async (c) => {
      const { user_id, email } = c.get('actor');
      c.header('Cache-Control', 'no-store');
      return c.json(await findMarks(c.get('db'), { user_id, email, now: c.get('now') }));
    },
  )
  .put(
    '/my/saved-events/:id',
    signedIn,
    often,
    describeRoute({ summary: 'Save an event; a repeat changes nothing' }),
    async (c) => {
      const id = c.req.param('id');
      await saveEvent(c.get('db'), { user_id: c.get('actor').user_id, event_id: id, now: c.get('now') });
      return c.json({ id, is_marked: true });
    },
  )
  .delete('/my/saved-events/:id', signedIn, often, describeRoute({ summary: 'Remove a saved event' }), async (c) => {
    const id = c.req.param('id');
    await unsaveEvent(c.get('db'), { user_id: c.get('actor').user_id, event_id: id });
    return c.json({ id, is_marked: false });
  })
  .put(
    '/my/followed-venues/:id',
    signedIn,
    often,
    describeRoute({ summary: 'Follow a venue; a repeat changes nothing' }),
    async (c) => {
      const id = c.req.param('id');
      await followVenue(c.get('db'), { user_id: c.get('actor').user_id, venue_id: id, now: c.get('now') });
      return c.json({ id, is_marked: true });
    },
  )
  .delete(
    '/my/followed-venues/:id',
    signedIn,
    often,
    describeRoute({ summary: 'Stop following a venue' }),
    async (c) => {
      const id = c.req.param('id');
      await unfollowVenue(c.get('db'), { user_id: c.get('actor').user_id, venue_id: id });
      return c.json({ id, is_marked: false });
    },
  );
