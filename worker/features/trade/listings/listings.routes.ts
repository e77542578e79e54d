import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { cents } from '../../../contract/trade/money.ts';
import { soldHere } from '../../../contract/trade/selling/sold-here.ts';
import { ListTickets, PriceListing } from '../../../contract/trade/tickets.ts';
import { body } from '../../../http/answers/body.ts';
import { signedIn, signedInWhileOn } from '../../../http/security/guards.ts';
import { idempotencyKey } from '../../../http/answers/idempotency.ts';
import { wakeAfter } from '../../../http/outbox/outbox.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { tellPages } from '../../../rooms/tell-pages.ts';
import { findListings } from './my-listings.db.ts';
import { listTickets } from './list-tickets.db.ts';
import { listedTickets } from './listed-tickets.ts';
import { findPastSales } from './past-sales.db.ts';
import { priceListing } from './price-listing.db.ts';
import { myListingView, ownListingView } from './listings.view.ts';
import { withdrawListing } from './withdraw-listing.db.ts';

const often = limitActor('read', 'resale');
const sells = signedInWhileOn('sell');

export const listingRoutes = new Hono<AppEnv>()
  .get(
    '/my/listings',
    sells,
    often,
    describeRoute({ summary: 'The tickets you sell, and the status of your application' }),
    async (c) => {
      const { user_id: seller_id } = c.get('actor');
      const { listings, ...seller } = await findListings(c.get('db'), { seller_id, now: c.get('now') });
      c.header('Cache-Control', 'no-store');
      return c.json({ listings: listings.map((row) => myListingView(row, c.get('now'))), ...seller });
    },
  )
  .get(
    '/my/events/:id/sold',
    sells,
    often,
    describeRoute({ summary: 'Sum up recent sales of nights similar to an event; null if there are too few' }),
    async (c) => {
      const sales = await findPastSales(c.get('db'), { event_id: c.req.param('id'), now: c.get('now') });
      c.header('Cache-Control', 'no-store');
      return c.json({ sold: soldHere(sales) });
    },
  )
  .post(
    '/listings',
    sells,
    limitActor('form', 'listings'),
    describeRoute({
      summary: 'An approved reseller lists tickets inside the price band; a repeated Idempotency-Key lists nothing new',
    }),
    idempotencyKey(),
    body(ListTickets),
    async (c) => {
      const key = c.req.valid('header')['idempotency-key'];
      const listed = await listedTickets(c.env, { ...c.req.valid('json'), key, seller_id: c.get('actor').user_id });
      const { listing, changed } = await listTickets(c.get('db'), { listed, now: c.get('now') });
      await tellPages(c, changed);
      if (listing.waitlist_first) wakeAfter(c, 0);
      // A repeat with the same key also gets a 201, with the current listing.
      return c.json(ownListingView(listing), 201);
    },
  )
  .patch(
    '/listings/:id',
    sells,
    often,
    describeRoute({ summary: 'The seller changes the price of a listing, or whether buyers need the seller’s yes' }),
    body(PriceListing),
    async (c) => {
      const { ask_price, is_instant } = c.req.valid('json');
      const { listing, changed } = await priceListing(c.get('db'), {
        which: { id: c.req.param('id'), seller_id: c.get('actor').user_id },
        terms: { ask_price_cents: ask_price === undefined ? undefined : cents(ask_price), is_instant },
        now: c.get('now'),
      });
      await tellPages(c, changed);
      return c.json(ownListingView(listing));
    },
  )
  // No launch switch closes this route: a seller can always take tickets off sale.
  .post(
    '/listings/:id/withdraw',
    signedIn,
    often,
    describeRoute({ summary: 'The seller takes a listing off sale' }),
    async (c) => {
      const which = { id: c.req.param('id'), seller_id: c.get('actor').user_id };
      const { listing, changed } = await withdrawListing(c.get('db'), { which });
      await tellPages(c, changed);
      return c.json(ownListingView(listing));
    },
  );
