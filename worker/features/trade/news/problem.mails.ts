import { centsText } from '../../../contract/trade/money.ts';
import type { ProblemHold, ProblemStage } from '../../../../drizzle/handover-vocabulary.ts';
import { aboutEvent, type MailToOne, replacedMail, ticketsOf, time, type Words } from './mail-words.ts';
import type { UntoldProblem } from './untold-problems.db.ts';

/** Writes the mails about a problem. A decision in the seller's favor has no mail here: hand-over mails report it. */
export function problemMails(problem: UntoldProblem, site: string): MailToOne[] {
  const about = aboutEvent(problem, site);
  const texts =
    problem.status === 'open' && problem.held_because
      ? heldMails(problem, problem.held_because)
      : MAILS[problem.stage](problem);
  return Object.entries(texts).map(([role, mail]) => ({
    role: role === 'buyer' ? role : 'seller',
    mail: { ...about, ...mail },
  }));
}

type Texts = Partial<Record<'buyer' | 'seller', Words>>;

const MAILS: Record<ProblemStage, (problem: UntoldProblem) => Texts> = {
  reported: (problem) => ({
    seller: {
      subject: `Problem reported: ${problem.event.title}`,
      text: `The buyer of ${ticketsOf(problem)} says: “${problem.text}” Answer in My tickets by ${time(problem.decide_by)}. If you don't, we decide for the buyer. We hold the money until then.`,
    },
    buyer: {
      subject: `We have your report: ${problem.event.title}`,
      text: `You said about ${ticketsOf(problem)}: “${problem.text}” The seller must answer by ${time(problem.decide_by)}. If they don't, you get other tickets or your money back. We hold the money until then.`,
    },
  }),
  answered: (problem) => ({
    seller: {
      subject: `We have your answer: ${problem.event.title}`,
      text: `You said about ${ticketsOf(problem)}: “${problem.seller_text ?? ''}” We'll decide by ${time(problem.decide_by)} and write to you.`,
    },
    buyer: {
      subject: `The seller has answered: ${problem.event.title}`,
      text: `The seller of ${ticketsOf(problem)} says: “${problem.seller_text ?? ''}” We'll decide by ${time(problem.decide_by)}. If we don't, you get other tickets or your money back.`,
    },
  }),
  decided: (problem) => DECIDED[problem.status](problem),
};

const checked = (why: string) => `Other tickets are available, but ${why}, so our team checks first.`;

const checkFirst = (buyer: string, seller = buyer) => ({ buyer: checked(buyer), seller: checked(seller) });

/** Why our team decides the problem. The reason `linked` does not reveal which accounts share something. */
const WHY: Record<ProblemHold, { buyer: string; seller: string }> = {
  confirmed: {
    buyer: 'Your phone has read the code that the seller listed, so only our team decides this.',
    seller: 'The buyer’s phone has read the code that the seller listed, so only our team decides this.',
  },
  linked: checkFirst('two of the accounts share a card, a device, an inbox, a phone or an invitation'),
  buyer_again: checkFirst(
    'you already got replacement tickets in the last 30 days',
    'this buyer already got replacement tickets in the last 30 days',
  ),
  new_seller: checkFirst("their seller hasn't sold to anybody here yet"),
};

function heldMails(problem: UntoldProblem, held_because: ProblemHold): Texts {
  const until = `We'll decide by ${time(problem.decide_by)} and write to you. We hold the money until then.`;
  const answered = problem.seller_text === null ? '' : ` The seller says: “${problem.seller_text}”`;
  const otherwise = (gets: string) => (held_because === 'confirmed' ? '' : ` If we don't, ${gets} money back.`);
  const why = WHY[held_because];
  return {
    buyer: {
      subject: `Our team is looking into it: ${problem.event.title}`,
      text: `About ${ticketsOf(problem)}: “${problem.text}”${answered} ${why.buyer} ${until}${otherwise('you get your')}`,
    },
    seller: {
      subject: `Our team is looking into it: ${problem.event.title}`,
      text: `About ${ticketsOf(problem)}: “${problem.text}”${problem.seller_text === null ? ' Tell us in My tickets what happened.' : ''} ${why.seller} ${until}${otherwise('the buyer gets the')}`,
    },
  };
}

const owed = ({ debt_cents }: UntoldProblem) =>
  debt_cents > 0
    ? ` Those cost ${centsText(debt_cents)} more, which you owe us. We keep it from your next payouts.`
    : '';

const notPaid = (problem: UntoldProblem, instead: string) => ({
  subject: `Decided: ${problem.event.title}`,
  text: `The problem with ${ticketsOf(problem)} was decided for the buyer, who gets ${instead}. You aren’t paid for this sale.${owed(problem)}`,
});

const DECIDED: Record<UntoldProblem['status'], (problem: UntoldProblem) => Texts> = {
  open: () => ({}),
  rejected: () => ({}),
  replaced: (problem) => ({
    buyer: replacedMail({ ...problem, why: `We decided the problem with ${ticketsOf(problem)} for you.` }),
    seller: notPaid(problem, 'other tickets'),
  }),
  refunded: (problem) => ({
    // The mail about the refund says how the problem was decided.
    ...(!problem.is_refunding && {
      buyer: {
        subject: `Your money is on its way: ${problem.event.title}`,
        text: `We decided the problem with ${ticketsOf(problem)} for you. Everything you paid goes back to your card. Your bank may take a few days to show it.`,
      },
    }),
    seller: notPaid(problem, 'the money back'),
  }),
};
