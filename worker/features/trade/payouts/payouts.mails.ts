import { centsText } from '../../../contract/trade/money.ts';
import type { Mail } from '../../../http/outbox/mail.ts';

export interface PaidSale {
  title: string;
  paid_cents: number;
  recouped_cents: number;
}

const stepOf = (label: string, site: string) => ({ label, link: `${site}/payouts` });
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0);

export function paidMail(sales: readonly PaidSale[], { site }: { site: string }): Mail {
  const [paid, recouped] = [
    sumOf(sales.map(({ paid_cents }) => paid_cents)),
    sumOf(sales.map(({ recouped_cents }) => recouped_cents)),
  ];
  const parts = sales.map(
    ({ title, paid_cents, recouped_cents }) => `${title}: ${centsText(paid_cents + recouped_cents)}.`,
  );
  const kept = recouped > 0 ? [`We kept ${centsText(recouped)} of it for money that you owed us.`] : [];
  const lead =
    paid > 0
      ? `We have sent ${centsText(paid)}. Your bank will show it in a few days.`
      : 'Your sales have paid what you owed us.';
  return {
    subject: paid > 0 ? `Paid: ${centsText(paid)}` : 'Your sales have paid what you owed',
    text: [lead, ...parts, ...kept].join(' '),
    step: stepOf('See your payouts', site),
  };
}

export function payoutFailedMail({ site }: { site: string }): Mail {
  return {
    subject: 'Your bank refused a payout',
    text: "Your bank refused the money that we sent you. It's safe with the payment provider. Enter new bank details there, and we'll send it again.",
    step: stepOf('Enter new bank details', site),
  };
}

/** `is_new`: payouts were never set up. */
export function factsNeededMail({ is_new }: { is_new: boolean }, { site }: { site: string }): Mail {
  return is_new
    ? {
        subject: 'Your money is ready: set up payouts',
        text: 'You sold tickets, and the money is ready. Tell the payment provider who you are and where to send it. It takes a few minutes, and you only do it once.',
        step: stepOf('Set up payouts', site),
      }
    : {
        subject: 'Action needed before we can pay you',
        text: 'The payment provider needs more information before it can send you money. The money from your sales waits until then.',
        step: stepOf("See what's missing", site),
      };
}
