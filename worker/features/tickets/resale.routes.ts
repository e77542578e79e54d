import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../context.ts';
import { cents } from '../../contract/money.ts';
import { OfferTickets, PriceListing } from '../../contract/tickets.ts';
import { body } from '../../http/body.ts';
import { signedIn } from '../../http/guards.ts';
import { limitActor } from '../../http/rate-limit.ts';
import { findListings, offerTickets, priceListing, withdrawListing } from './listings.db.ts';
import { tellPages } from './tell-pages.ts';
import { ownListingView } from './tickets.view.ts';

const often = limitActor('LIMIT_READ', 'resale');

export const resaleRoutes = new Hono<AppEnv>()
  .get('/my/listings', signedIn, often, describeRoute({ summary: 'The tickets you sell' }), async (c) => {
    const rows = await findListings(c.get('db'), { seller_id: c.get('actor').user_id });
    c.header('Cache-Control', 'no-store');
    return c.json({ listings: rows.map(ownListingView) });
  })
  .post(
    '/listings',
    signedIn,
    limitActor('LIMIT_FORM', 'listings'),
    describeRoute({ summary: 'An approved reseller puts tickets on sale inside the price band' }),
    body(OfferTickets),
    async (c) => {
      const { ask_price, ...asked } = c.req.valid('json');
      const { user_id: seller_id, email } = c.get('actor');
      const offer = { ...asked, seller_id, email, ask_price_cents: cents(ask_price) };
      const { listing, changed } = await offerTickets(c.get('db'), { offer, now: c.get('now') });
      await tellPages(c, changed);
      return c.json(ownListingView(listing), 201);
    },
  )
  .patch(
    '/listings/:id',
    signedIn,
    often,
    describeRoute({ summary: 'The seller prices a listing anew' }),
    body(PriceListing),
    async (c) => {
      const { listing, changed } = await priceListing(c.get('db'), {
        which: { id: c.req.param('id'), seller_id: c.get('actor').user_id },
        ask_price_cents: cents(c.req.valid('json').ask_price),
      });
      await tellPages(c, changed);
      return c.json(ownListingView(listing));
    },
  )
  .post('/listings/:id/withdraw', signedIn, often, describeRoute({ summary: 'The seller takes a listing off sale' }), async (c) => {
    const which = { id: c.req.param('id'), seller_id: c.get('actor').user_id };
    const { listing, changed } = await withdrawListing(c.get('db'), { which });
    await tellPages(c, changed);
    return c.json(ownListingView(listing));
  });
