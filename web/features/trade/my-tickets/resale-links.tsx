import { Link } from '@tanstack/react-router';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { PayoutsLink } from '../payouts/payout-note.tsx';

/** The link to Payouts appears while payments are on, or if the person has payouts. */
export function ResaleLinks({ userId }: { userId: string }) {
  const switches = useSwitches();
  if (!switches?.['my-tickets'] && !switches?.sell) return <PayoutsLink userId={userId} />;
  return (
    <nav className="row" aria-label="Your tickets">
      {switches['my-tickets'] && (
        <Link to="/my-tickets" className="button">
          My tickets
        </Link>
      )}
      {switches.sell && (
        <Link to="/sell" className="button">
          Sell tickets
        </Link>
      )}
      <PayoutsLink userId={userId} />
    </nav>
  );
}
