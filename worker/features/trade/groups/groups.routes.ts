import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { Payment } from '../../../../drizzle/tables/trade/money/payments.ts';
import type { TicketRequest } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { AppEnv } from '../../../context.ts';
import { cents } from '../../../contract/trade/money.ts';
import { RequestGroup } from '../../../contract/trade/tickets.ts';
import { runWrites } from '../../../http/database/batch.ts';
import { body } from '../../../http/answers/body.ts';
import { DomainError } from '../../../http/answers/errors.ts';
import { feesOf } from '../../../http/shared/configured-fees.ts';
import { signedInWhileOn } from '../../../http/security/guards.ts';
import { idempotencyKey } from '../../../http/answers/idempotency.ts';
import { wakeNotices } from '../../../http/outbox/notices.ts';
import { dispatch } from '../../../http/outbox/outbox.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { tellPages } from '../../../rooms/tell-pages.ts';
import { newPaymentView } from '../requests/new-payment.view.ts';
import { askedMail } from '../requests/tickets.mails.ts';
import { ticketRequestView } from '../requests/tickets.view.ts';

interface Member {
  request: TicketRequest;
  payment: Payment | null;
}

export const groupRoutes = new Hono<AppEnv>().post(
  '/groups',
  signedInWhileOn('handover'),
  limitActor('form', 'ticket-requests'),
  describeRoute({
    summary: 'Hold all places for a group, from several sellers if needed; each Idempotency-Key makes one group',
  }),
  idempotencyKey(),
  body(RequestGroup),
  async (c) => {
    const { total, ...wanted } = c.req.valid('json');
    const key = c.req.valid('header')['idempotency-key'];
    const input = {
      ...wanted,
      buyer_id: c.get('actor').user_id,
      key,
      most_total_cents: total === undefined ? undefined : cents(total),
    };
    const { requestGroup } = await import('./request-group.db.ts');
    const asked = await requestGroup(c.get('db'), { input, fees: feesOf(c.env), now: c.get('now') });
    await tellPages(c, asked.changed);
    if (asked.granted instanceof DomainError) throw asked.granted;
    if (asked.is_new) await askSellers(c, asked.granted);
    const requests = await Promise.all(asked.granted.map((member) => memberView(c, member)));
    const sellers = new Set(asked.granted.map(({ request }) => request.seller_id)).size;
    return c.json({ group_id: asked.granted[0]!.request.group_id, sellers, requests }, 201);
  },
);

/** Asks the sellers of requests without a payment. Other sellers are asked once the card is authorized. */
async function askSellers(c: Context<AppEnv>, members: readonly Member[]): Promise<void> {
  const unpaid = members.filter(({ payment }) => payment === null);
  if (unpaid.length === 0) return;
  const mails = await Promise.all(unpaid.map(({ request }) => askedMail(c, request)));
  await runWrites(
    c.get('db'),
    mails.flatMap(({ statements }) => statements),
  );
  dispatch(
    c,
    mails.map(({ id }) => id),
  );
  c.executionCtx.waitUntil(wakeNotices(c.env));
}

async function memberView(c: Context<AppEnv>, { request, payment }: Member) {
  const now = c.get('now');
  const opened = payment && (await c.get('payments').open(c.env, { db: c.get('db'), payment, now }));
  const view = ticketRequestView(request, 'buyer');
  return opened
    ? { ...view, payment: newPaymentView(opened, { pay_until: request.expires_at, now }) }
    : { ...view, payment: null };
}
