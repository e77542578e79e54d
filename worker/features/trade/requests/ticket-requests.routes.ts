import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { TicketAnswer } from '../../../../drizzle/vocabulary.ts';
import type { AppEnv } from '../../../context.ts';
import { cents } from '../../../contract/trade/money.ts';
import { RequestTickets } from '../../../contract/trade/tickets.ts';
import { UNDO_MS } from '../../../contract/staff/undo.ts';
import { body } from '../../../http/answers/body.ts';
import { signedIn, signedInWhileOn } from '../../../http/security/guards.ts';
import { idempotencyKey } from '../../../http/answers/idempotency.ts';
import { wakeAfter } from '../../../http/outbox/outbox.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { tellPages } from '../../../rooms/tell-pages.ts';
import { answerRequested } from './answer-requested.ts';
import { answerRequest, cancelRequest, undoAnswer } from './move-request.db.ts';
import { findMyEvent } from './my-event.db.ts';
import { findRequests, findOwnTrade } from './my-tickets.db.ts';
import { myRequestView, ticketRequestView } from './tickets.view.ts';

const often = limitActor('read', 'tickets');

export const ticketRequestRoutes = new Hono<AppEnv>()
  .post(
    '/ticket-requests',
    signedIn,
    limitActor('form', 'ticket-requests'),
    describeRoute({
      summary: 'Request tickets of the cheapest eligible listing; each Idempotency-Key makes one request',
    }),
    idempotencyKey(),
    body(RequestTickets),
    async (c) => {
      const { total, ...tickets } = c.req.valid('json');
      const key = c.req.valid('header')['idempotency-key'];
      const input = {
        ...tickets,
        buyer_id: c.get('actor').user_id,
        key,
        most_total_cents: total === undefined ? undefined : cents(total),
      };
      return c.json(await answerRequested(c, input), 201);
    },
  )
  .get(
    '/my/ticket-requests',
    signedInWhileOn('my-tickets'),
    often,
    describeRoute({ summary: 'The ticket requests you made or received' }),
    async (c) => {
      const rows = await findRequests(c.get('db'), { user_id: c.get('actor').user_id, now: c.get('now') });
      c.header('Cache-Control', 'no-store');
      return c.json({ ticket_requests: rows.map((row) => myRequestView(row, c.get('now'))) });
    },
  )
  .get(
    '/my/tonight',
    signedInWhileOn('live'),
    often,
    describeRoute({
      summary: 'Your live ticket requests for tonight, and the doors where you work tonight',
    }),
    async (c) => {
      const now = c.get('now');
      const { findMyTonight } = await import('./my-tonight.db.ts');
      const { requests, doors } = await findMyTonight(c.get('db'), { actor: c.get('actor'), now });
      c.header('Cache-Control', 'no-store');
      return c.json({ ticket_requests: requests.map((row) => myRequestView(row, now)), doors });
    },
  )
  .get(
    '/my/trade',
    signedIn,
    often,
    describeRoute({
      summary: 'Whether you have a ticket request or a listing, and how many payments, answers and hand-overs you owe',
    }),
    async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(await findOwnTrade(c.get('db'), { ...c.get('actor'), now: c.get('now') }));
    },
  )
  .get(
    '/my/events/:id',
    signedIn,
    often,
    describeRoute({
      summary: 'What you have at one event: live requests, tickets on sale, a waitlist entry, an open squad',
    }),
    async (c) => {
      const { user_id, email, role } = c.get('actor');
      const { requests, ...mine } = await findMyEvent(c.get('db'), {
        user_id,
        email,
        role,
        event_id: c.req.param('id'),
        now: c.get('now'),
      });
      c.header('Cache-Control', 'no-store');
      return c.json({ requests: requests.map((row) => myRequestView(row, c.get('now'))), ...mine });
    },
  )
  // No launch switch closes the routes below: a pending ticket request can always be answered and cancelled.
  .post(
    '/ticket-requests/:id/cancel',
    signedIn,
    often,
    describeRoute({ summary: 'The buyer cancels a pending request' }),
    async (c) => {
      const { request, has_payment, changed } = await cancelRequest(c.get('db'), moverOf(c));
      await tellPages(c, changed);
      if (changed.length > 0) wakeAfter(c, 0);
      if (has_payment) c.executionCtx.waitUntil(c.get('payments').settle(c.env, request.id, { now: c.get('now') }));
      return c.json(ticketRequestView(request, 'buyer'));
    },
  )
  .post(
    '/ticket-requests/:id/accept',
    signedIn,
    often,
    describeRoute({ summary: 'The seller accepts a pending request' }),
    async (c) => c.json(await answer(c, 'accepted')),
  )
  .post(
    '/ticket-requests/:id/decline',
    signedIn,
    often,
    describeRoute({ summary: 'The seller declines a pending request' }),
    async (c) => c.json(await answer(c, 'declined')),
  )
  .post(
    '/ticket-requests/:id/undo',
    signedIn,
    often,
    describeRoute({ summary: 'The seller undoes an answer within the ten seconds before the buyer is told' }),
    async (c) => {
      const { request } = await undoAnswer(c.get('db'), moverOf(c));
      return c.json(ticketRequestView(request, 'seller'));
    },
  );

type OnRequest = Context<AppEnv, '/ticket-requests/:id'>;

const moverOf = (c: OnRequest) => ({ id: c.req.param('id'), actor_id: c.get('actor').user_id, now: c.get('now') });

async function answer(c: OnRequest, to: TicketAnswer) {
  const { request, isNew } = await answerRequest(c.get('db'), { ...moverOf(c), to });
  if (isNew) wakeAfter(c, UNDO_MS);
  return ticketRequestView(request, 'seller');
}
