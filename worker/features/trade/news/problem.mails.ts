import type { ProblemHold, ProblemStage } from '../../../../drizzle/vocabulary.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import { money, replacedMail, ticketsOf, time } from './mail-words.ts';
import type { UntoldProblem } from './untold-problems.db.ts';

type Told = { role: 'buyer' | 'seller'; mail: Mail }[];

/** The mails to both sides about a stage of a problem. A decision for the seller is told with the hand-over. */
export function problemMails(problem: UntoldProblem, site: string): Told {
  const { event, venue } = problem;
  const about = { event: { ...event, venue }, step: { label: 'Open My tickets', link: `${site}/my-tickets` } };
  const texts =
    problem.status === 'open' && problem.held_because ? heldMails(problem, problem.held_because) : MAILS[problem.stage](problem);
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

/** A problem that staff decide, whether the seller answers or not. */
function heldMails(problem: UntoldProblem, held_because: ProblemHold): Texts {
  const until = `We decide by ${time(problem.decide_by)} and write to you. The money stays held meanwhile.`;
  const answered = problem.seller_text === null ? '' : ` The seller says: “${problem.seller_text}”`;
  const otherwise = held_because === 'confirmed' ? '' : ' If we do not, you get your money back.';
  return {
    buyer: {
      subject: `Our team looks at it: ${problem.event.title}`,
      text: `About ${ticketsOf(problem)}: “${problem.text}”${answered} ${until}${otherwise}`,
    },
    seller: {
      subject: `Our team looks at it: ${problem.event.title}`,
      text: `About ${ticketsOf(problem)}: “${problem.text}”${problem.seller_text === null ? ' Say in My tickets what happened.' : ''} ${until}`,
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
