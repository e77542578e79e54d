import type { PassVoid } from '../../../drizzle/handover-vocabulary.ts';
import { launchOff, PlainError } from '../answers/errors.ts';

/** The facts that `passFacts` in drizzle/tables/door/pass-void.ts reads. */
interface PassFacts {
  is_on: boolean;
  status: string;
  payment_status: string | null;
  void: PassVoid | null;
  is_over: number;
}

const VOID: Record<Exclude<PassVoid, 'other_device'>, string> = {
  cancelled: 'This night is canceled. You get your money back.',
  replaced: 'These tickets were replaced. Open the pass of the new ones.',
  refunded: 'You got a refund for these tickets, so they no longer have a pass.',
  failed: 'You get a refund for these tickets, so they no longer have a pass.',
  disputed:
    'Your bank is reviewing the payment, so these tickets have no pass until it has decided. If you didn’t dispute it, call your bank.',
};

/** Throws `launch.off`, `payments.not_paid`, `door.pass_void` or `tickets.event_over`. */
export function refuseWithoutPass(facts: PassFacts): void {
  if (!facts.is_on) throw launchOff();
  if (facts.status !== 'accepted' || facts.payment_status !== 'captured') throw notPaid();
  if (facts.void && facts.void !== 'other_device') throw passIsVoid(facts.void);
  if (facts.is_over) throw eventOver();
}

const notPaid = () =>
  new PlainError(409, 'payments.not_paid', 'These tickets aren’t paid for yet. Reload the page once they are.');

const passIsVoid = (because: Exclude<PassVoid, 'other_device'>) => new PlainError(409, 'door.pass_void', VOID[because]);

const eventOver = () => new PlainError(409, 'tickets.event_over', 'This night is over.');
