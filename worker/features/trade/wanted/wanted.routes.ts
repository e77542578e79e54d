import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { shortNameOf } from '../../../contract/nights/going.ts';
import { cents, dollars } from '../../../contract/trade/money.ts';
import { wantedPath, type WantedView, WantTickets } from '../../../contract/trade/offers/wanted.ts';
import { ListTickets } from '../../../contract/trade/tickets.ts';
import { body } from '../../../http/answers/body.ts';
import { idempotencyKey } from '../../../http/answers/idempotency.ts';
import { limit, limitActor } from '../../../http/limits/rate-limit.ts';
import { wakeAfter } from '../../../http/outbox/outbox.ts';
import { actorOf, signedIn, signedInWhileOn } from '../../../http/security/guards.ts';
import { feesOf } from '../../../http/shared/configured-fees.ts';
import { tellPages } from '../../../rooms/tell-pages.ts';
import { listedTickets } from '../listings/listed-tickets.ts';
import { ownListingView } from '../listings/listings.view.ts';

const load = () => import('./wanted.db.ts');

export const wantedRoutes = new Hono<AppEnv>()
  .get(
    '/wanted/:id',
    limit('read', 'wanted'),
    describeRoute({ summary: 'The search for tickets behind a link' }),
    async (c) => {
      const reader = (await actorOf(c))?.user_id ?? null;
      const { findWanted } = await load();
      const row = await findWanted(c.get('db'), { id: c.req.param('id'), reader, now: c.get('now') });
      const { wanted_id, account_id, name, places, most_cents, wanted_until, rests, event_id, start_at, ...event } =
        row;
      const view: WantedView = {
        id: wanted_id,
        name: shortNameOf(name).first_name,
        is_yours: account_id === reader,
        rests: rests === 1,
        places,
        most_each: dollars(most_cents),
        until: new Date(wanted_until).toISOString(),
        event: { id: event_id, start_at: new Date(start_at).toISOString(), ...event },
      };
      c.header('Cache-Control', 'no-store');
      return c.json(view);
    },
  )
  .put(
    '/my/events/:id/wanted',
    signedInWhileOn('squads'),
    limitActor('form', 'wanted'),
    describeRoute({ summary: 'Begin or change your public search for tickets; needs a place on the waitlist' }),
    body(WantTickets),
    async (c) => {
      const { most_each, ...wanted } = c.req.valid('json');
      const { wantTickets } = await load();
      const id = await wantTickets(c.get('db'), {
        ...wanted,
        most_cents: cents(most_each),
        event_id: c.req.param('id'),
        user_id: c.get('actor').user_id,
        now: c.get('now'),
      });
      return c.json({ id, link: `${c.env.SITE_URL}${wantedPath(id)}` });
    },
  )
  // No launch switch closes this route: people can always stop showing what they look for.
  .delete(
    '/my/events/:id/wanted',
    signedIn,
    limitActor('read', 'wanted-end'),
    describeRoute({ summary: 'Stop showing what you look for; you stay on the waitlist' }),
    async (c) => {
      const { stopWanting } = await load();
      await stopWanting(c.get('db'), { event_id: c.req.param('id'), user_id: c.get('actor').user_id });
      return c.json({ is_shown: false });
    },
  )
  .post(
    '/wanted/:id/listings',
    signedInWhileOn('sell'),
    limitActor('form', 'listings'),
    describeRoute({
      summary: 'Like POST /api/listings, but the tickets are offered first to the person who searches for them',
    }),
    idempotencyKey(),
    body(ListTickets),
    async (c) => {
      const { listForWanted } = await import('./list-for-wanted.db.ts');
      const key = c.req.valid('header')['idempotency-key'];
      const listed = await listedTickets(c.env, { ...c.req.valid('json'), key, seller_id: c.get('actor').user_id });
      const { listing, changed, refusal_until } = await listForWanted(c.get('db'), {
        wanted_id: c.req.param('id'),
        listed,
        fees: feesOf(c.env),
        now: c.get('now'),
      });
      await tellPages(c, changed);
      wakeAfter(c, 0);
      return c.json({ ...ownListingView(listing), refusal_until }, 201);
    },
  );
