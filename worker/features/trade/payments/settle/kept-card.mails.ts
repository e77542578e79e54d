import { longDate, untilWhen } from '../../../../contract/time/event-time.ts';
import { centsText } from '../../../../contract/trade/money.ts';
import { ticketCount } from '../../../../contract/trade/ticket-quantity.ts';
import type { Mail } from '../../../../http/outbox/mail.ts';
import type { Notice } from '../../../../http/outbox/notices.ts';
import { totalOf } from './money-split.rules.ts';
import type { Sale } from './sale.db.ts';

/**
 * `taken`: the card pays. `refused`: the bank refused the card. `failed`: the provider could not use the card. `held`:
 * the card is no longer allowed to pay.
 */
export type KeptNews = 'taken' | 'refused' | 'failed' | 'held';

const WHY = {
  refused: ['Your bank refused the card', 'your bank refused the card that you gave us'],
  failed: ['Held for you', 'the card that you gave us didn’t work'],
  held: ['Held for you', 'something changed before your card could pay for them'],
} as const;

export function keptNews({
  sale: { payment, request, event },
  kind,
  until,
  now,
  SITE_URL,
}: {
  sale: Pick<Sale, 'payment' | 'request' | 'event'>;
  kind: KeptNews;
  until: Date;
  now: Date;
  SITE_URL: string;
}): { mail: Mail; notice: Notice } {
  const tickets = `${ticketCount(request.quantity)} for ${event.title}`;
  const total = centsText(totalOf(payment));
  const path = `/pay/${payment.request_id}`;
  const starts = `It starts ${longDate(event.start_at.toISOString())}, New York time.`;
  const base = { kind: 'requests', path, cause: `request:${payment.request_id}:${kind}` } as const;
  if (kind === 'taken') {
    const next = payment.sold_at_once
      ? `Your card is charged ${total} now.`
      : `${total} is reserved on your card, and charged once the seller says yes. You can cancel until then.`;
    return {
      mail: {
        subject: `Taken for you: ${tickets}`,
        text: `${tickets} came up within your price, and we took them as you asked. ${next} Your card stays on until you turn it off or have tickets. ${starts}`,
        step: { label: 'See your request', link: `${SITE_URL}${path}` },
      },
      notice: { ...base, title: `Taken for you: ${event.title}`, body: `${ticketCount(request.quantity)}. ${next}` },
    };
  }
  const by = untilWhen(until.toISOString(), now);
  const [title, why] = WHY[kind];
  const off = kind === 'held' ? '' : ', and the card you gave us is off';
  return {
    mail: {
      subject: `${title}: ${tickets}`,
      text: `${tickets} came up within your price, but ${why}. We hold them until ${by}, New York time. Pay ${total} with a card by then. Nothing has been charged so far${off}. ${starts}`,
      step: { label: 'Pay with a card', link: `${SITE_URL}${path}` },
    },
    notice: {
      ...base,
      title,
      body: `${tickets}: held until ${by}. Pay ${total} with a card by then.`,
      expires_at: until,
      is_urgent: true,
    },
  };
}
