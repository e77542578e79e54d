import { WHEN_PAID } from '../../../contract/trade/selling/payout-schedule.ts';
import type { UntoldHandover } from './find-untold.db.ts';
import {
  aboutEvent,
  autoReceivedAt,
  HELD,
  type MailToOne,
  receives,
  ticketsOf,
  time,
  type Told,
  total,
  type Words,
} from './mail-words.ts';

const buyerName = ({ buyer_name }: UntoldHandover) => buyer_name ?? 'the buyer';
const buyerAddress = ({ buyer_email }: UntoldHandover) => buyer_email ?? 'the buyer';

/** Only tickets with a hand-over kind can be replaced. */
const insteadOf = ({ kind }: UntoldHandover, money: string) => (kind === null ? money : `other tickets or ${money}`);

/** Returns the beginning of a sentence. The caller appends the deadline. */
function task(handover: UntoldHandover): string {
  if (handover.kind === 'name_list')
    return `Put ${buyerName(handover)} on the list at the door, for ${ticketsOf(handover)},`;
  return `Send ${ticketsOf(handover)} to ${buyerAddress(handover)}`;
}

export function dueMail(handover: UntoldHandover): Words {
  const isListed = handover.kind === 'name_list';
  const { title } = handover.event;
  const proof =
    handover.kind === 'transfer' ? ' Transfer them where you bought them, and add a picture that shows it.' : '';
  const tell = `then press “${isListed ? 'The name is on the list' : 'I sent the tickets'}” in My tickets.`;
  const late = `If you’re late, the buyer gets ${insteadOf(handover, 'the money back')}.`;
  return {
    subject: `Paid: ${isListed ? 'a name for the list of' : 'send the tickets for'} ${title}`,
    text: `The buyer has paid. ${task(handover)} by ${time(handover.due_at)}, ${tell}${proof} ${late} You receive ${receives(handover)} ${WHEN_PAID}.`,
  };
}

export function deliveredMail(handover: UntoldHandover): Words {
  const isListed = handover.kind === 'name_list';
  const said = isListed
    ? `your name is on the list at the door, for ${ticketsOf(handover)}. Bring an ID.`
    : `they sent ${ticketsOf(handover)} to this address. Check them, and tell us in My tickets that you have them or that something is wrong.`;
  return {
    subject: `${isListed ? 'You are on the list' : 'Sent to you'}: ${handover.event.title}`,
    text: `The seller says that ${said} If you say nothing, ${isListed ? 'your place counts' : 'they count'} as received on ${autoReceivedAt(handover)}. ${HELD}`,
  };
}

export function deliveredFiles(handover: UntoldHandover): Told {
  const { event, promised_opens_at, delivered_at } = handover;
  const isOpen = delivered_at !== null && promised_opens_at <= delivered_at;
  const open = isOpen
    ? 'You can open them in My tickets now.'
    : `They open in My tickets on ${time(promised_opens_at)}.`;
  const toBuyer = `${ticketsOf(handover)}: your tickets are here. ${open} Once opened, they also work offline. If something is wrong, tell us in My tickets. If you say nothing, they count as received on ${autoReceivedAt(handover)}. ${HELD}`;
  const toSeller = `The buyer has paid for ${ticketsOf(handover)} and has the files. You’re all set. Don’t use these tickets yourself, or the buyer gets the money back. You receive ${receives(handover)} ${WHEN_PAID}.`;
  return [
    { role: 'buyer', mail: { subject: `Your tickets are here: ${event.title}`, text: toBuyer } },
    { role: 'seller', mail: { subject: `Sold: ${event.title}`, text: toSeller } },
  ];
}

export function reminderMails(handover: UntoldHandover, site: string): MailToOne[] {
  const { event, due_at, kind } = handover;
  const about = aboutEvent(handover, site);
  const isListed = kind === 'name_list';
  const forSeller = `${task(handover)} by ${time(due_at)}, and tell us in My tickets. Otherwise the buyer gets ${insteadOf(handover, 'the money back')}.`;
  const forBuyer = isListed
    ? `The seller must put your name on the list at the door, for ${ticketsOf(handover)}, by ${time(due_at)}. If it isn’t there in time, you get ${insteadOf(handover, `${total(handover)} back`)}.`
    : `The seller must send ${ticketsOf(handover)} by ${time(due_at)}. If you already have them, tell us in My tickets. If they aren’t sent in time, you get ${insteadOf(handover, `${total(handover)} back`)}.`;
  return [
    {
      role: 'seller',
      mail: {
        ...about,
        subject: `${isListed ? 'Put the name on the list' : 'Send the tickets'} soon: ${event.title}`,
        text: forSeller,
      },
    },
    { role: 'buyer', mail: { ...about, subject: `Your tickets are due soon: ${event.title}`, text: forBuyer } },
  ];
}
