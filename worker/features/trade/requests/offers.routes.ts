import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { cents } from '../../../contract/trade/money.ts';
import { TakeOffer, WaitlistToken } from '../../../contract/trade/offers/offers.ts';
import { body, query } from '../../../http/answers/body.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { feesOf } from '../../../http/shared/configured-fees.ts';
import { signedIn } from '../../../http/security/guards.ts';
import { idempotencyKey } from '../../../http/answers/idempotency.ts';
import { wakeAfter } from '../../../http/outbox/outbox.ts';
import { limitActor, limitAddress } from '../../../http/limits/rate-limit.ts';
import { tellPages } from '../../../rooms/tell-pages.ts';
import { answerRequested } from './answer-requested.ts';

const often = limitActor('read', 'offers');

// No launch switch closes these routes: an offer that was made can be taken until it ends.
export const offerRoutes = new Hono<AppEnv>()
  .get(
    '/my/offers/:id',
    signedIn,
    often,
    describeRoute({ summary: 'Tickets that are offered to you because you are on the waitlist' }),
    async (c) => {
      const [{ findOffer }, { offerView }] = await Promise.all([
        import('../offers/offers.db.ts'),
        import('../offers/offers.view.ts'),
      ]);
      const [{ user_id }, now] = [c.get('actor'), c.get('now')];
      c.header('Cache-Control', 'no-store');
      return c.json(
        offerView(await findOffer(c.get('db'), { id: c.req.param('id'), user_id, now, fees: feesOf(c.env) }), now),
      );
    },
  )
  .post(
    '/my/offers/:id/take',
    signedIn,
    limitActor('form', 'ticket-requests'),
    describeRoute({ summary: 'Request all of the tickets that are offered to you' }),
    idempotencyKey(),
    body(TakeOffer),
    async (c) => {
      const { findOffer } = await import('../offers/offers.db.ts');
      const [{ user_id }, { total }, now] = [c.get('actor'), c.req.valid('json'), c.get('now')];
      const offer = await findOffer(c.get('db'), { id: c.req.param('id'), user_id, now, fees: feesOf(c.env) });
      const key = c.req.valid('header')['idempotency-key'];
      const most_total_cents = total === undefined ? undefined : cents(total);
      const input = {
        buyer_id: user_id,
        event_id: offer.event.id,
        quantity: offer.quantity,
        key,
        most_total_cents,
        offer_id: offer.id,
      };
      return c.json(await answerRequested(c, input), 201);
    },
  )
  .post(
    '/my/offers/:id/pass',
    signedIn,
    often,
    describeRoute({ summary: 'Decline the tickets that are offered to you' }),
    async (c) => {
      const { passOffer } = await import('../offers/offers.db.ts');
      const { changed } = await passOffer(c.get('db'), {
        id: c.req.param('id'),
        user_id: c.get('actor').user_id,
        now: c.get('now'),
      });
      await tellPages(c, changed);
      wakeAfter(c, 0);
      return c.json({ status: 'passed' as const });
    },
  )
  .get(
    '/my/events/:id/place',
    signedIn,
    often,
    describeRoute({ summary: 'Your place on the waitlist of an event' }),
    async (c) => {
      const [{ findPlace }, { placeView }] = await Promise.all([
        import('../offers/place.db.ts'),
        import('../offers/offers.view.ts'),
      ]);
      const row = await findPlace(c.get('db'), {
        user_id: c.get('actor').user_id,
        event_id: c.req.param('id'),
        now: c.get('now'),
      });
      c.header('Cache-Control', 'no-store');
      return c.json({ waiting: row ? await placeView(row, c.env.AUTH_PEPPER) : null });
    },
  )
  .post(
    '/waitlist/stay',
    limitAddress('form', 'waitlist-stay'),
    describeRoute({
      summary: 'Say that you still want tickets, so that you get offers again after two unanswered ones',
    }),
    query(WaitlistToken),
    async (c) => {
      const [{ idOfToken }, { stayOnWaitlist }] = await Promise.all([
        import('../../../http/shared/link-token.ts'),
        import('../offers/offers.db.ts'),
      ]);
      const entry_id = await idOfToken(c.env.AUTH_PEPPER, { link: 'stay', ...c.req.valid('query') });
      if (!entry_id) throw notFound();
      await stayOnWaitlist(c.get('db'), { entry_id });
      wakeAfter(c, 0);
      return c.json({ stays: true });
    },
  );
