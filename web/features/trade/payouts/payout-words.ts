import type { HoldReason } from '../../../../drizzle/vocabulary.ts';
import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import type { Payout, Payouts } from './payouts.queries.ts';

export interface PayoutWords {
  word: string;
  tone: 'plain' | 'good' | 'bad' | 'live';
  next: string;
}

const HELD: Record<HoldReason, string> = {
  dispute:
    'The buyer disputed the charge with their bank. We send the bank what we know about the sale. The bank decides within about three months. If it decides for you, you get paid.',
  problem:
    'The buyer says that something is wrong with the tickets. We look at both sides and decide whether to pay you or refund the buyer.',
  fraud_warning:
    'The buyer’s bank warns that the card may be stolen. We’ll hold the money until that is clear, and write to you.',
  ban: 'Your account is banned. We’ll hold the money until we have decided about this sale, and write to you.',
  staff: 'We hold the money while we look at this sale. Write to us under Contact if you have a question.',
};

/** "Monday, June 10" in New York. `instant` is ISO 8601. */
export function dayText(instant: string): string {
  const { weekday, month, day } = eventDateParts(instant);
  return `${weekday}, ${month} ${day}`;
}

export function payoutWords(
  { stage, held_because, pays_at, sent_at, paid, recouped, reversed }: Payout,
  { account, least_in_run }: Pick<Payouts, 'account' | 'least_in_run'>,
): PayoutWords {
  const day = pays_at === null ? '' : dayText(pays_at);
  const condition = `if at least ${priceText(least_in_run)} is ready then`;
  const kept = recouped > 0 ? ` We kept ${priceText(recouped)} for money that you owed us.` : '';
  switch (stage) {
    case 'handover':
      return {
        word: 'Sold',
        tone: 'plain',
        next: `We hold the money until the buyer has the tickets. You get paid on ${day}.`,
      };
    case 'waiting':
      return {
        word: 'Waiting',
        tone: 'plain',
        next: `The tickets are handed over. You get paid on ${day}, ${condition}.`,
      };
    case 'ready':
      return account.state === 'ready'
        ? { word: 'Ready', tone: 'good', next: `You get paid on ${day}, ${condition}, or when you ask for it.` }
        : { word: 'Ready', tone: 'live', next: 'Set up payouts to get paid.' };
    case 'leaving':
      return { word: 'On its way', tone: 'live', next: 'We are sending it.' };
    case 'frozen':
      return { word: 'Frozen', tone: 'bad', next: held_because.map((reason) => HELD[reason]).join(' ') };
    case 'sent': {
      const sent = paid > 0 ? `We sent ${priceText(paid)} on ${sent_at === null ? '' : dayText(sent_at)}.` : '';
      const back = reversed > 0 ? ` We took ${priceText(reversed)} back, because the buyer was refunded.` : '';
      return { word: 'Paid', tone: 'good', next: `${sent}${kept}${back}`.trim() };
    }
    case 'reversed':
      return {
        word: 'Taken back',
        tone: 'bad',
        next: `The buyer was refunded, so we took ${priceText(reversed)} back.`,
      };
    case 'dropped':
      return {
        word: 'Not paid',
        tone: 'plain',
        next: 'This sale was undone, so nothing is paid for it.',
      };
  }
}

const NEEDED: readonly (readonly [RegExp, string])[] = [
  [/external_account|payout_method|bank/, 'a bank account or debit card for the money'],
  [/date_of_birth|\bdob\b/, 'your date of birth'],
  [/id_number|ssn/, 'your Social Security number'],
  [/document|verification/, 'a photo of an ID'],
  [/given_name|surname|(^|[._])name/, 'your legal name'],
  [/address/, 'your home address'],
  [/phone/, 'your phone number'],
  [/email/, 'your email address'],
  [/terms|attestation|tos/, 'your agreement to its terms'],
];

export function neededWords(requirements: readonly string[]): string[] {
  return [
    ...new Set(
      requirements.map((code) => NEEDED.find(([pattern]) => pattern.test(code))?.[1] ?? 'something more about you'),
    ),
  ];
}
