import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSwitches } from '../../common/launch/use-switches.ts';
import { PayoutNote } from '../../features/trade/payouts/payout-note.tsx';
import { BadgeNeeded, NotApproved, SettleFirst } from '../../features/trade/listings/not-approved.tsx';
import { OwnListings } from '../../features/trade/listings/own-listings.tsx';
import s from '../../features/trade/resale/resale.module.css';
import { listingsQuery } from '../../features/trade/resale/resale.queries.ts';
import { SellForm } from '../../features/trade/listings/sell-form.tsx';
import { ListFailed, TicketStubsLoading } from '../../features/trade/resale/ticket-stub.tsx';
import { type SessionUser, useSession } from '../../session/session.ts';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { useApi } from '../../use-api.ts';
import '../../common/stub.css';

const loadQuestion = () =>
  import('../../features/talk/notices/ask-for-news.client.tsx').then((module) => module.AskForNews);

export function SellPage() {
  const session = useSession();
  return (
    <section className={`wrap ${s.page}`}>
      <h1>Sell tickets</h1>
      {session.status === 'signed_in' && <Selling key={session.user.id} user={session.user} />}
    </section>
  );
}

function Selling({ user }: { user: SessionUser }) {
  const api = useApi();
  const { data, error, refetch } = useQuery(listingsQuery(api, user.id));
  const failed = error && <ListFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return failed ?? <TicketStubsLoading />;
  const { listings, application, lacks_badge, has_settled, lists_again_at } = data;
  const isApproved = application === 'approved';
  return (
    <>
      {has_settled && (isApproved || listings.length > 0) && <PayoutNote userId={user.id} />}
      {listings.length > 0 && <LazyPart load={loadQuestion} />}
      <div className={s.columns}>
        {!isApproved ? (
          <NotApproved application={application} email={user.email} />
        ) : lacks_badge ? (
          <BadgeNeeded />
        ) : !has_settled ? (
          <SettleFirst lists_again_at={lists_again_at} />
        ) : (
          <SellForm userId={user.id} note={<WhereToAnswer />} />
        )}
        {(isApproved || listings.length > 0) && (
          <section className={s.part} aria-labelledby="listings">
            <h2 id="listings">Your listings</h2>
            {failed}
            {listings.length > 0 ? (
              <OwnListings listings={listings} mayPrice={isApproved} />
            ) : (
              <p className="empty">Nothing on sale yet. List your first spare ticket, and it shows up here.</p>
            )}
          </section>
        )}
      </div>
    </>
  );
}

function WhereToAnswer() {
  const switches = useSwitches();
  if (!switches?.['my-tickets']) return null;
  return (
    <>
      You answer under <Link to="/my-tickets">My tickets</Link>.
    </>
  );
}
