import type { ProblemHold, ProblemStage } from '../../../../drizzle/handover-vocabulary.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import { money, replacedMail, ticketsOf, time } from './mail-words.ts';
import type { UntoldProblem } from './untold-problems.db.ts';

type Told = { role: 'buyer' | 'seller'; mail: Mail }[];

/** The mails to both sides about a stage of a problem. A decision for the seller is told with the hand-over. */
export function problemMails(problem: UntoldProblem, site: string): Told {
  const { event, venue } = problem;
  const about = { event: { ...event, venue }, step: { label: 'Open My tickets', link: `${site}/my-tickets` } };
  const texts =
    problem.status === 'open' && problem.held_because
      ? heldMails(problem, problem.held_because)
      : MAILS[problem.stage](problem);
  return Object.entries(texts).map(([role, mail]) => ({
    role: role === 'buyer' ? role : 'seller',
    mail: { ...about, ...mail },
  }));
}

type Texts = Partial<Record<'buyer' | 'seller', Pick<Mail, 'subject' | 'text'>>>;

const MAILS: Record<ProblemStage, (problem: UntoldProblem) => Texts> = {
  reported: (problem) => ({
    seller: {
      subject: `Problem reported: ${problem.event.title}`,
      text: `The buyer of ${ticketsOf(problem)} says: “${problem.text}” Answer in My tickets by ${time(problem.decide_by)}. Without an answer it is decided for the buyer. The money stays held meanwhile.`,
    },
    buyer: {
      subject: `We have your report: ${problem.event.title}`,
      text: `You said about ${ticketsOf(problem)}: “${problem.text}” The seller has until ${time(problem.decide_by)} to answer. If they do not, you get other tickets or your money back. The money stays held meanwhile.`,
    },
  }),
  answered: (problem) => ({
    seller: {
      subject: `We have your answer: ${problem.event.title}`,
      text: `You said about ${ticketsOf(problem)}: “${problem.seller_text ?? ''}” We decide by ${time(problem.decide_by)} and write to you.`,
    },
    buyer: {
      subject: `The seller has answered: ${problem.event.title}`,
      text: `The seller of ${ticketsOf(problem)} says: “${problem.seller_text ?? ''}” We decide by ${time(problem.decide_by)}. If we do not, you get other tickets or your money back.`,
    },
  }),
  decided: (problem) => DECIDED[problem.status](problem),
};

const looks = (why: string) => `Other tickets are there, but ${why}, so our team looks first.`;

/** What speaks against giving the buyer other tickets without a look, to each side. */
const looksFirst = (buyer: string, seller = buyer) => ({ buyer: looks(buyer), seller: looks(seller) });

/** Why staff decide, to each side. It names none of the accounts concerned. */
const WHY: Record<ProblemHold, { buyer: string; seller: string }> = {
  confirmed: {
    buyer: 'Your phone has read the code that the seller listed, so only our team decides this.',
    seller: 'The buyer’s phone has read the code that the seller listed, so only our team decides this.',
  },
  linked: looksFirst('two of the accounts concerned share a card, a device, an inbox, a phone or an invitation'),
  buyer_again: looksFirst('you got others within 30 days', 'this buyer got others within 30 days'),
  new_seller: looksFirst('their seller has sold to nobody here yet'),
};

/** A problem that staff decide, whether the seller answers or not. */
function heldMails(problem: UntoldProblem, held_because: ProblemHold): Texts {
  const until = `We decide by ${time(problem.decide_by)} and write to you. The money stays held meanwhile.`;
  const answered = problem.seller_text === null ? '' : ` The seller says: “${problem.seller_text}”`;
  const otherwise = (gets: string) => (held_because === 'confirmed' ? '' : ` If we do not, ${gets} money back.`);
  const why = WHY[held_because];
  return {
    buyer: {
      subject: `Our team looks at it: ${problem.event.title}`,
      text: `About ${ticketsOf(problem)}: “${problem.text}”${answered} ${why.buyer} ${until}${otherwise('you get your')}`,
    },
    seller: {
      subject: `Our team looks at it: ${problem.event.title}`,
      text: `About ${ticketsOf(problem)}: “${problem.text}”${problem.seller_text === null ? ' Say in My tickets what happened.' : ''} ${why.seller} ${until}${otherwise('the buyer gets the')}`,
    },
  };
}

const owed = ({ debt_cents }: UntoldProblem) =>
  debt_cents > 0 ? ` Those cost ${money(debt_cents)} more, which you owe us. It is kept from your next payouts.` : '';

const notPaid = (problem: UntoldProblem, instead: string) => ({
  subject: `Decided: ${problem.event.title}`,
  text: `The problem with ${ticketsOf(problem)} is decided for the buyer, who gets ${instead}. Nothing is paid out.${owed(problem)}`,
});

const DECIDED: Record<UntoldProblem['status'], (problem: UntoldProblem) => Texts> = {
  open: () => ({}),
  rejected: () => ({}),
  replaced: (problem) => ({
    buyer: replacedMail({ ...problem, why: `The problem with ${ticketsOf(problem)} is decided for you.` }),
    seller: notPaid(problem, 'other tickets'),
  }),
  refunded: (problem) => ({
    buyer: {
      subject: `Your money is on its way: ${problem.event.title}`,
      text: `The problem with ${ticketsOf(problem)} is decided for you. Everything you paid goes back to your card. Your bank may take some days to show it.`,
    },
    seller: notPaid(problem, 'the money back'),
  }),
};
