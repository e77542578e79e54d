import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../../context.ts';
import { CheckTicket } from '../../../contract/trade/ticket-files.ts';
import { body } from '../../../http/answers/body.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { signedIn } from '../../../http/security/guards.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { findBought } from './reveal.db.ts';

const often = limitActor('read', 'bought-tickets');

/** Refuses HEAD: it would count as opening the file, although nobody has seen the file. */
export const getOnly = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === 'HEAD') throw notFound();
  await next();
});

// No launch switch closes these routes, so turning a switch off never locks buyers out of their tickets.
export const revealRoutes = new Hono<AppEnv>()
  .get(
    '/ticket-requests/:id/tickets',
    signedIn,
    often,
    describeRoute({ summary: 'The tickets that the buyer has paid for, and when they can be opened' }),
    async (c) => {
      const which = { request_id: c.req.param('id'), user_id: c.get('actor').user_id, now: c.get('now') };
      return c.json(await findBought(c.get('db'), which));
    },
  )
  .get(
    '/tickets/:id/file',
    getOnly,
    signedIn,
    often,
    describeRoute({ summary: 'The file of a bought ticket, for its buyer, once the ticket can be opened' }),
    async (c) => (await import('./open-ticket.ts')).openTicket(c, c.req.param('id')),
  )
  .post(
    '/tickets/:id/check',
    signedIn,
    often,
    describeRoute({ summary: 'Compare the code that the buyer’s phone read with the one that the seller listed' }),
    body(CheckTicket),
    async (c) => {
      const { checkTicket } = await import('./check-ticket.ts');
      return c.json(await checkTicket(c, { id: c.req.param('id'), ...c.req.valid('json') }));
    },
  );
