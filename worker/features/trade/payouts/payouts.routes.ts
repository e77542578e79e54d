import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { dollars } from '../../../contract/trade/money.ts';
import { LEAST_ON_REQUEST_CENTS, PayoutsQuery } from '../../../contract/trade/payouts.ts';
import { query } from '../../../http/answers/body.ts';
import { launchOff } from '../../../http/answers/errors.ts';
import { signedIn } from '../../../http/security/guards.ts';
import { log, traceOf } from '../../../http/log.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { settle } from '../payments/settle.ts';
import { openOnboarding, refreshAccount } from './payout-account.ts';
import { findMayBePaid } from './payout-account.db.ts';
import { askForPayouts, findPayouts } from './payouts.db.ts';
import { noPayoutAccount, nothingToPay, onlySellers, payoutsNeedAddress } from './payouts.errors.ts';
import { payoutsView } from './payouts.view.ts';

/** The most payouts that one call settles. The cron settles the others within a minute. */
const SETTLED_AT_ONCE = 10;

export const payoutRoutes = new Hono<AppEnv>()
  // No launch switch closes these routes to people who have sold: finished sales are paid out even while payments are
  // off.
  .get(
    '/my/payouts',
    signedIn,
    limitActor('read', 'payouts'),
    describeRoute({ summary: 'What you are paid for your sales, when, and what the payment provider still needs' }),
    query(PayoutsQuery),
    async (c) => {
      const [{ user_id }, now] = [c.get('actor'), c.get('now')];
      if (c.req.valid('query').back) await refreshIfPossible(c, user_id);
      c.header('Cache-Control', 'no-store');
      return c.json(payoutsView(await findPayouts(c.get('db'), { user_id, now }), now));
    },
  )
  .post(
    '/my/payout-account',
    signedIn,
    limitActor('form', 'payout-account'),
    describeRoute({ summary: 'The address of the page where you tell the payment provider how to pay you' }),
    async (c) => {
      const [{ user_id, email }, now] = [c.get('actor'), c.get('now')];
      const { has_sold, may_sell, takes_payments } = await findMayBePaid(c.get('db'), { user_id, now });
      if (!has_sold && !takes_payments) throw launchOff();
      if (!has_sold && !may_sell) throw onlySellers();
      if (email === null) throw payoutsNeedAddress();
      c.header('Cache-Control', 'no-store');
      return c.json({ url: await openOnboarding(c.env, { user_id, email, now }) });
    },
  )
  .post(
    '/my/payouts/now',
    signedIn,
    limitActor('form', 'payouts-now'),
    describeRoute({ summary: 'Get paid now instead of waiting for the weekly run' }),
    async (c) => {
      const [{ user_id }, now] = [c.get('actor'), c.get('now')];
      const { can_receive, ready_cents, debt_cents, leaving } = await askForPayouts(c.get('db'), { user_id, now });
      if (!can_receive) throw noPayoutAccount();
      const sums = { ready: dollars(ready_cents), debt: dollars(debt_cents), least: dollars(LEAST_ON_REQUEST_CENTS) };
      if (leaving.length === 0) throw nothingToPay(sums);
      c.executionCtx.waitUntil(settleAll(c.env, { requests: leaving.slice(0, SETTLED_AT_ONCE), now }));
      c.header('Cache-Control', 'no-store');
      return c.json({ leaving: leaving.length }, 202);
    },
  );

/** If the provider does not answer, the page shows what is stored. */
async function refreshIfPossible(c: Context<AppEnv>, user_id: string): Promise<void> {
  try {
    await refreshAccount(c.env, { user_id, isBack: true, now: c.get('now') });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log('warn', 'a payout account was not refreshed', { user_id, code: error.code });
  }
}

/** The cron retries a payout that fails. */
async function settleAll(env: Env, { requests, now }: { requests: readonly string[]; now: Date }): Promise<void> {
  for (const request_id of requests) {
    await settle(env, request_id, { now }).catch((error: unknown) =>
      log('warn', 'a payout is still to be sent', { error: traceOf(error) }),
    );
  }
}
