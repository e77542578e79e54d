import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { useApi } from '../../../use-api.ts';
import s from './payouts.module.css';
import { payoutsQuery, type Payouts } from './payouts.queries.ts';

const NOTES: Record<Payouts['account']['state'], string> = {
  none: 'You can list tickets now. To get paid for a sale, set up payouts.',
  started: 'Your payouts aren’t set up yet. You can list tickets, but we can pay you only once they are.',
  ready: 'Your sales are paid on Mondays.',
  restricted: 'The payment provider needs more information before it can pay you. You can keep selling.',
};

export function PayoutNote({ userId }: { userId: string }) {
  const api = useApi();
  const switches = useSwitches();
  const { data } = useQuery(payoutsQuery(api, userId));
  if (!data || (!switches?.payments && data.payouts.length === 0)) return null;
  const { state } = data.account;
  return (
    <p className={s.note}>
      {NOTES[state]} <Link to="/payouts">{state === 'none' ? 'Set up payouts' : 'See your payouts'}</Link>
    </p>
  );
}

export function PayoutsLink({ userId }: { userId: string }) {
  const api = useApi();
  const switches = useSwitches();
  const { data } = useQuery({ ...payoutsQuery(api, userId), enabled: switches?.payments === false });
  if (!switches?.payments && !data?.payouts.length) return null;
  return (
    <Link to="/payouts" className="button">
      Payouts
    </Link>
  );
}
