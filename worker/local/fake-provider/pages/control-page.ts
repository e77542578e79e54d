import { html } from 'hono/html';
import type { Act } from '../act.ts';
import type { Faults } from '../core.ts';
import type { Fake } from '../fake.ts';
import type { Intent } from '../objects.ts';
import { dollars, type Html, leadTo, pageOf } from './page-frame.ts';

const SHOWN = 30;
const TOP_UP_CENTS = 50_000;

const ACTS: Record<string, (act: Act, id: string) => unknown> = {
  lapse: (act, id) => act.lapse(id),
  dispute: (act, id) => act.dispute(id),
  win: (act, id) => act.closeDispute(id, 'won'),
  lose: (act, id) => act.closeDispute(id, 'lost'),
  fail_refund: (act, id) => act.failRefund(id),
  warn: (act, id) => act.earlyFraudWarning(id),
  stray: (act, id) => act.strayAuthorization(id),
  onboard: (act, id) => act.onboard(id),
  restrict: (act, id) => act.restrict(id),
  fail_payout: (act, id) => act.failPayout(id),
  spend: (act, id) => act.setUncollectable(id, true),
  top_up: (act) => act.topUp(TOP_UP_CENTS),
  earn: (act, id) => act.setUncollectable(id, false),
};

const RATES: [keyof Faults, string][] = [
  ['lostWebhook', 'Lost webhooks'],
  ['doubledWebhook', 'Doubled webhooks'],
  ['shuffledWebhooks', 'Shuffled webhooks'],
  ['delayedWebhook', 'Late webhooks'],
  ['serverError', 'Server errors'],
  ['lostAnswer', 'Lost answers'],
  ['storedError', 'Stored errors'],
];

export function runControl(fake: Fake, form: URLSearchParams): Response {
  if (form.has('rates')) {
    for (const [name] of RATES) fake.faults[name] = rateOf(form.get(name));
    return leadTo('/control');
  }
  try {
    ACTS[form.get('act') ?? '']?.(fake.act, form.get('id') ?? '');
    return leadTo('/control');
  } catch (error) {
    return leadTo(`/control?problem=${encodeURIComponent(error instanceof Error ? error.message : String(error))}`);
  }
}

const rateOf = (percent: string | null) => Math.min(1, Math.max(0, (Number(percent) || 0) / 100));

export async function controlPage(fake: Fake, query: URLSearchParams): Promise<Response> {
  const { intents, accounts, balance, events } = fake.state();
  const newest = [...intents.values()].slice(-SHOWN).toReversed();
  return pageOf(
    'Control',
    html`<dl>
        <dt>Balance</dt>
        <dd>${dollars(balance)} ${button('top_up', 'balance', `Put in ${dollars(TOP_UP_CENTS)}`)}</dd>
        <dt>Webhooks waiting</dt>
        <dd>${events.size}</dd>
      </dl>
      <h2>Payments</h2>
      ${newest.length === 0 ? html`<p>No card was used yet.</p>` : newest.map((intent) => payment(fake, intent))}
      <h2>Sellers</h2>
      ${accounts.size === 0 ? html`<p>No seller has an account yet.</p>` : [...accounts.keys()].toReversed().map((id) => seller(fake, id))}
      <h2>Failures</h2>
      ${rates(fake)}`,
    { problem: query.get('problem') },
  );
}

function payment(fake: Fake, intent: Intent): Html {
  const { charges, refunds, disputes, related, sessions } = fake.state();
  const ids = related.get(intent.id) ?? [];
  const charge = charges.get(intent.latest_charge ?? '');
  const session = related.get(`session:${intent.id}`)?.[0] ?? '';
  const isTaken = intent.status === 'succeeded';
  const isDisputed = ids.some((id) => isOpen(disputes.get(id)?.status));
  return html`<section aria-label="Payment ${intent.id}">
    <strong>${dollars(intent.amount)}</strong> ${intent.status}
    ${charge && isTaken && charge.amount_refunded > 0 ? html`, refunded ${dollars(charge.amount_refunded)}` : ''}<br />
    <code>${intent.id}</code> for request <code>${intent.metadata['request_id'] ?? 'none'}</code>
    <div class="row">
      ${intent.status === 'requires_capture' ? button('lapse', intent.id, 'Let the authorization lapse') : ''}
      ${sessions.has(session) ? button('stray', session, 'Authorize a second card') : ''}
      ${isTaken && !isDisputed ? button('dispute', intent.id, 'Open a dispute') : ''}
      ${isTaken ? button('warn', intent.id, 'Warn of fraud') : ''}
      ${ids.map((id) => (refunds.get(id)?.status === 'succeeded' ? button('fail_refund', id, 'Fail the refund') : ''))}
      ${ids.map((id) => disputeRow(id, disputes.get(id)?.status))}
    </div>
  </section>`;
}

const isOpen = (status: string | undefined) => status !== undefined && status !== 'won' && status !== 'lost';

function disputeRow(id: string, status: string | undefined): Html | string {
  if (status === undefined) return '';
  if (!isOpen(status)) return html`<span>Dispute ${status}</span>`;
  return html`${button('win', id, 'Let the platform win')} ${button('lose', id, 'Let the buyer win')}`;
}

function seller(fake: Fake, id: string): Html {
  const account = fake.state().accounts.get(id);
  const status = account?.view.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status;
  return html`<section aria-label="Seller ${id}">
    <strong>${account?.view.contact_email ?? id}</strong> transfers ${status ?? 'unknown'},
    ${dollars(account?.balance ?? 0)}<br />
    <code>${id}</code>
    <div class="row">
      ${status === 'active' ? button('restrict', id, 'Restrict') : button('onboard', id, 'Complete the onboarding')}
      ${button('fail_payout', id, 'Fail a payout to the bank')}
      ${account?.is_uncollectable ? button('earn', id, 'Allow reversals') : button('spend', id, 'Spend the money')}
    </div>
  </section>`;
}

const button = (act: string, id: string, label: string) =>
  html`<form method="post">
    <input type="hidden" name="act" value="${act}" /><input type="hidden" name="id" value="${id}" />
    <button>${label}</button>
  </form>`;

function rates({ faults }: Fake): Html {
  return html`<form method="post">
    <input type="hidden" name="rates" value="1" />
    <div class="row">
      ${RATES.map(
        ([name, label]) =>
          html`<label
            >${label} in %<br /><input
              type="number"
              name="${name}"
              min="0"
              max="100"
              value="${Math.round(faults[name] * 100)}"
          /></label>`,
      )}
    </div>
    <button>Set the rates</button>
  </form>`;
}
