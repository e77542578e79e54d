import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { AskForPasses, SendScans } from '../../../contract/door/door.ts';
import { body } from '../../../http/answers/body.ts';
import { signedIn, signedInWhileOn } from '../../../http/security/guards.ts';
import { log, traceOf } from '../../../http/log.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { tellLetIn } from '../../../rooms/ask-person.ts';
import { doorsTonight } from '../../../http/shared/door/doors-tonight.ts';

/** The largest number of payments to settle after one request. The cron job settles the others. */
const MOST_SETTLED = 5;

/** Most code of the door loads on demand, so that the Worker starts fast. That code also checks the actor's rights. */
export const doorRoutes = new Hono<AppEnv>()
  .post(
    '/ticket-requests/:id/passes',
    signedIn,
    limitActor('read', 'passes'),
    describeRoute({ summary: 'The signed passes of paid tickets for one phone; passes on another phone become void' }),
    body(AskForPasses),
    async (c) => {
      const [{ takePasses }, { signPasses }] = await Promise.all([
        import('./passes.db.ts'),
        import('./sign-passes.ts'),
      ]);
      const { device_key } = c.req.valid('json');
      const [id, user_id, now] = [c.req.param('id'), c.get('actor').user_id, c.get('now')];
      const found = await takePasses(c.get('db'), { id, user_id, device_key, now });
      c.header('Cache-Control', 'no-store');
      return c.json(await signPasses(c.env, { found, now }));
    },
  )
  .post(
    '/my/lists/:event_id/pass',
    signedInWhileOn('squads'),
    limitActor('read', 'passes'),
    describeRoute({ summary: 'The signed pass, for one phone, of a person whose waitlist entry is accepted' }),
    body(AskForPasses),
    async (c) => {
      const [{ takeWaitlistPass }, { signPasses }] = await Promise.all([
        import('./waitlist-pass.db.ts'),
        import('./sign-passes.ts'),
      ]);
      const [{ user_id, email }, now] = [c.get('actor'), c.get('now')];
      const asked = { event_id: c.req.param('event_id'), user_id, email, ...c.req.valid('json'), now };
      const found = await takeWaitlistPass(c.get('db'), asked);
      c.header('Cache-Control', 'no-store');
      return c.json(await signPasses(c.env, { found, now }));
    },
  )
  .get(
    '/my/doors',
    signedInWhileOn('handover'),
    limitActor('read', 'doors'),
    describeRoute({ summary: 'The doors where you work tonight' }),
    async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json({ doors: await doorsTonight(c.get('db'), { actor: c.get('actor'), now: c.get('now') }) });
    },
  )
  .get(
    '/door/:slug/list',
    signedIn,
    limitActor('read', 'door-list'),
    describeRoute({ summary: 'The signed door list of an event: tickets, guests, and who is in' }),
    async (c) => {
      const { signedList } = await import('./door-list.ts');
      c.header('Cache-Control', 'no-store');
      return c.json(await signedList(c.env, askedOf(c)));
    },
  )
  .post(
    '/door/:slug/scans',
    signedIn,
    limitActor('read', 'door-scans'),
    describeRoute({
      summary: 'Merge the scans of a door; a scan sent twice is stored once, and the earliest scan of a ticket counts',
    }),
    body(SendScans),
    async (c) => {
      const { mergeScans } = await import('./merge-scans.ts');
      const { received, holder_ids, ...merged } = await mergeScans(c.env, { ...askedOf(c), sent: c.req.valid('json') });
      for (const id of received.slice(0, MOST_SETTLED)) settleLater(c, id);
      c.executionCtx.waitUntil(Promise.allSettled(holder_ids.map((id) => tellLetIn(c.env, id))));
      c.header('Cache-Control', 'no-store');
      return c.json({ ...merged, now: c.get('now') });
    },
  );

const askedOf = (c: Context<AppEnv, '/door/:slug/list'>) => ({
  db: c.get('db'),
  slug: c.req.param('slug'),
  actor: c.get('actor'),
  now: c.get('now'),
});

/** Settles a payment after the response. If that fails, the cron job settles it. */
function settleLater(c: Context<AppEnv>, id: string): void {
  const moved = c.get('payments').settle(c.env, id, { now: c.get('now') });
  c.executionCtx.waitUntil(
    moved.catch((error: unknown) =>
      log('warn', 'a payment was not settled; the cron retries', { id, error: traceOf(error) }),
    ),
  );
}
