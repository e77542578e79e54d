import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSwitches } from '../../common/launch/use-switches.ts';
import { NoListing } from '../../features/trade/payouts/no-listing.tsx';
import { PayoutList } from '../../features/trade/payouts/payout-list.tsx';
import { PayoutSums } from '../../features/trade/payouts/payout-sums.tsx';
import { type Payouts, payoutsQuery } from '../../features/trade/payouts/payouts.queries.ts';
import { SetUpCard } from '../../features/trade/payouts/set-up-card.tsx';
import s from '../../features/trade/payouts/payouts.module.css';
import resale from '../../features/trade/resale/resale.module.css';
import { ListFailed, TicketStubsLoading } from '../../features/trade/resale/ticket-stub.tsx';
import { useSession } from '../../session/session.ts';
import { useApi } from '../../use-api.ts';
import { ComingSoonPage } from '../coming-soon-page.tsx';
import '../../common/stub.css';

export function PayoutsPage() {
  const session = useSession();
  return session.status === 'signed_in' ? <OwnPayouts key={session.user.id} userId={session.user.id} /> : null;
}

function OwnPayouts({ userId }: { userId: string }) {
  const api = useApi();
  const isBack = useIsBack();
  const { data, error, refetch } = useQuery(payoutsQuery(api, userId, isBack));
  const switches = useSwitches();
  const isClosed = switches?.payments === false && data?.payouts.length === 0 && data.account.state === 'none';
  if (isClosed) return <ComingSoonPage />;
  return (
    <section className={`wrap ${resale.page}`}>
      <h1>Payouts</h1>
      {error && <ListFailed error={error} onRetry={() => void refetch()} />}
      {data ? <Shown payouts={data} /> : !error && <TicketStubsLoading />}
    </section>
  );
}

function Shown({ payouts }: { payouts: Payouts }) {
  return (
    <>
      <NoListing payouts={payouts} />
      <div className={s.tops}>
        <SetUpCard account={payouts.account} />
        <PayoutSums payouts={payouts} />
      </div>
      <section className={resale.part} aria-labelledby="sales">
        <h2 id="sales">Your sales</h2>
        {payouts.payouts.length > 0 ? (
          <PayoutList payouts={payouts} />
        ) : (
          <div className="empty">
            <p>No sales yet. Each sale shows up here with its payout day.</p>
            <Link to="/sell" className="button">
              Sell tickets
            </Link>
          </div>
        )}
      </section>
    </>
  );
}

/** True if this visit comes from the provider's page. Removes `back` from the URL, so a reload returns false. */
function useIsBack(): boolean {
  const [isBack] = useState(() => new URLSearchParams(globalThis.location.search).has('back'));
  useEffect(() => {
    if (isBack) globalThis.history.replaceState(globalThis.history.state, '', '/payouts');
  }, [isBack]);
  return isBack;
}
