import { Link } from '@tanstack/react-router';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { isBeingCharged, isSquad } from './group-words.ts';
import { isPayable } from './pay-button.tsx';
import type { OwnPayment } from './payment.queries.ts';

/** Payments of a group purchase, one per seller. Shows nothing for a single purchase, a squad, or an ended group. */
export function GroupSteps({ found: { request, group }, now }: { found: OwnPayment; now: Date }) {
  if (group.length < 2) return null;
  const open = group.filter((member) => member.status === 'pending' && isPayable(member, now));
  const next = open.find(({ id }) => id !== request.id);
  const whole = request.group;
  if (!whole || whole.ended || isSquad(whole)) return null;
  const { places } = whole;
  const isHereDone = !open.some(({ id }) => id === request.id);
  return (
    <section aria-labelledby="group">
      <h2 id="group">{places} places from several sellers</h2>
      <p>
        {ticketCount(places)} for <b>{priceText(whole.total ?? 0)}</b> in all, in {group.length} payments.{' '}
        {whole.charged === whole.payments
          ? 'All of them are charged.'
          : isBeingCharged(whole)
            ? 'All of them are being charged now.'
            : 'You are charged for all of them or for none, once every card is authorized and every seller has said yes.'}
      </p>
      {next && isHereDone && (
        <p className="row">
          <Link to="/pay/$requestId" params={{ requestId: next.id }} className="button primary">
            Continue to payment {group.indexOf(next) + 1} of {group.length}
          </Link>
        </p>
      )}
      {next && !isHereDone && (
        <p className="muted">
          This is payment {group.findIndex(({ id }) => id === request.id) + 1} of {group.length}. The next one follows
          here.
        </p>
      )}
    </section>
  );
}
