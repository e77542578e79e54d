import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { lastDays } from '../../../contract/nights/last-days.ts';
import { FindPayments, MoneyDays } from '../../../contract/trade/money-desk.ts';
import { dollars } from '../../../contract/trade/money.ts';
import { stampOf, writeAudited } from '../../../http/security/audit.ts';
import { query } from '../../../http/answers/body.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { judgeMoney } from './alarm.rules.ts';
import { sumDays } from './days.db.ts';
import { balanceView, dayView, stuckView } from './money.view.ts';
import { findBooks, findPayments, findStuck, sumBalances } from './overview.db.ts';
import { settleNow } from './settle-now.ts';
import { findStory } from './story/story.db.ts';
import { storyView } from './story/story.view.ts';

export const moneyRoutes = new Hono<AppEnv>()
  .basePath('/admin/money')
  .use(requireRole('admin'))
  .get(
    '/',
    describeRoute({ summary: 'Balances, the last reconciliation with the provider, and what staff must handle' }),
    async (c) => {
      const [db, now] = [c.get('db'), c.get('now')];
      const [net, books, stuck] = await Promise.all([sumBalances(db), findBooks(db, { now }), findStuck(db, { now })]);
      const { newest } = books;
      return c.json({
        balance: balanceView(net),
        reconciliation: newest && {
          at: newest.at,
          difference: dollars(newest.difference_cents),
          unmatched: newest.unmatched,
        },
        alarm:
          judgeMoney({
            net,
            ...books,
            stranded_cents: stuck.stranded.reduce((sum, { left_cents }) => sum + left_cents, 0),
            now,
          }).find(({ sentence }) => sentence !== null)?.sentence ?? null,
        stuck: stuckView(stuck),
      });
    },
  )
  .get('/days', describeRoute({ summary: 'Money by day' }), query(MoneyDays), async (c) => {
    const days = await sumDays(c.get('db'), { days: lastDays(c.get('now'), c.req.valid('query').days) });
    return c.json({ days: days.map(dayView) });
  })
  .get('/requests', describeRoute({ summary: 'Payments, the newest first' }), query(FindPayments), async (c) => {
    const rows = await findPayments(c.get('db'), c.req.valid('query'));
    return c.json({
      payments: rows.map(({ total_cents, ...row }) => Object.assign(row, { total: dollars(total_cents) })),
    });
  })
  .get('/requests/:id', describeRoute({ summary: 'Everything about one payment' }), async (c) =>
    c.json(storyView(await findStory(c.get('db'), { request_id: c.req.param('id') }), c.env)),
  )
  .post('/requests/:id/settle', describeRoute({ summary: 'Settle a payment now' }), async (c) => {
    const request_id = c.req.param('id');
    await findStory(c.get('db'), { request_id });
    const entry = {
      action: 'payment.settle',
      target_type: 'ticket_request',
      target_id: request_id,
      before: null,
      after: null,
    };
    await writeAudited(c.get('db'), { stamp: stampOf(c), changes: [{ run: null, ...entry }] });
    await settleNow(c, request_id);
    return c.json(storyView(await findStory(c.get('db'), { request_id }), c.env));
  });
