import { launchForFile } from '../../launch.ts';
import { fakeProvider } from '../fake-provider.ts';
import { giveCard, KEPT_CARD_SWITCHES, search } from '../kept-card.ts';
import { listOther, replacementOf } from '../kept-tickets.ts';
import { askAs, type Deal, HOUR_MS, later, pay, step } from '../paid-deal.ts';
import { sentElsewhere } from '../problem-calls.ts';
import { fromNow } from '../../moments.ts';

export const PROBLEM = {
  get handover() {
    return { status: 'problem', problem: 'No QR code.', problem_at: new Date() } as const;
  },
  holds: ['problem'],
} as const;

/** Makes all calls to the provider fail. A decision by staff then changes only rows, and settling the payment fails. */
export const failProvider = () => void (fakeProvider().faults.serverError = 1);

export const launchKeptCards = () => launchForFile(...KEPT_CARD_SWITCHES);

export async function searchWithCard(given: Parameters<typeof search>[0] = {}, card?: 'refused_later') {
  const deal = await search(given);
  await giveCard(deal, card);
  return deal;
}

export async function buy(deal: Deal, given: Parameters<typeof askAs>[1] = {}): Promise<void> {
  await askAs(deal, given);
  await pay(deal);
  await step(deal, 'seller', 'accept');
  await later(deal, 11_000);
}

export const nowOf = ({ clock }: Pick<Deal, 'clock'>) => fromNow(clock.ahead);

/** Makes a sale whose seller did not send the ticket in time. Also returns the sale of the replacement, as `next`. */
export async function replacedDeal(ask_price_cents: number, night: Parameters<typeof sentElsewhere>[1] = {}) {
  const deal = await sentElsewhere('captured', night);
  const { seller } = await listOther(deal, { ask_price_cents });
  await later(deal, 25 * HOUR_MS);
  return { deal, next: (await replacementOf(deal))!, seller };
}
