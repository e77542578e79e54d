import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { forgetTickets } from '../../features/trade/handover/kept-tickets.ts';
import { useSwitches } from '../../common/launch/use-switches.ts';
import { eventOfListPass } from '../../common/list-pass.ts';
import { keepEvents } from '../../features/trade/pass/own-events.ts';
import { forgetPasses } from '../../features/trade/pass/own-passes.ts';
import { RequestList } from '../../features/trade/my-tickets/request-list.tsx';
import s from '../../features/trade/resale/resale.module.css';
import { type MyRequest, requestsQuery } from '../../features/trade/resale/resale.queries.ts';
import { ListFailed, TicketStubsLoading } from '../../features/trade/resale/ticket-stub.tsx';
import { type FromFriend, fromFriendsQuery } from '../../features/trade/given/given.queries.ts';
import { ownSquadsQuery, shownSquads } from '../../features/trade/squads/squads.queries.ts';
import { PASSES_KEPT } from '../../session/forget-kept.ts';
import { useSession } from '../../session/session.ts';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { useApi } from '../../use-api.ts';
import '../../common/stub.css';

const KeptEvents = lazy(() =>
  import('../../features/trade/handover/kept-list.tsx').then((module) => ({ default: module.KeptEvents })),
);

const loadFromFriends = () =>
  import('../../features/trade/given/from-friends.client.tsx').then((module) => module.FromFriends);

const loadSquads = () => import('../../features/trade/squads/own-squads.client.tsx').then((module) => module.OwnSquads);

export function MyTicketsPage() {
  const session = useSession();
  return (
    <section className={`wrap ${s.page}`}>
      <h1>My tickets</h1>
      {session.status === 'signed_in' && <Requests userId={session.user.id} />}
    </section>
  );
}

function Requests({ userId }: { userId: string }) {
  const api = useApi();
  const { data: requests, error, refetch } = useQuery(requestsQuery(api, userId));
  const switches = useSwitches();
  // While squads are off, only a phone that may have a stored pass asks for the tickets from friends.
  const isAsked = switches?.squads === true || localStorage.getItem(PASSES_KEPT) !== null;
  const { data: fromFriends } = useQuery({
    ...fromFriendsQuery(api, userId),
    enabled: switches !== undefined && isAsked,
  });
  const { data: squads, isLoading } = useQuery({
    ...ownSquadsQuery(api, userId),
    enabled: switches?.squads === true,
  });
  const hasSquad = shownSquads(squads ?? []).length > 0;
  useForgetEnded(requests, switches && (isAsked ? fromFriends : []));
  if (!requests) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <TicketStubsLoading />;
  const made = requests.filter(({ role }) => role === 'buyer');
  const received = requests.filter(({ role }) => role === 'seller');
  return (
    <>
      {error && <ListFailed error={error} onRetry={() => void refetch()} />}
      {hasSquad && <LazyPart load={loadSquads} />}
      {fromFriends && fromFriends.length > 0 && <LazyPart load={loadFromFriends} />}
      {received.length > 0 && (
        <section className={s.part} aria-labelledby="received">
          <h2 id="received">Requests for your tickets</h2>
          <RequestList requests={received} />
        </section>
      )}
      {(made.length > 0 || !(hasSquad || isLoading)) && (
        <section className={s.part} aria-labelledby="made">
          <h2 id="made">Your requests</h2>
          {made.length > 0 ? <RequestList requests={made} /> : <NoneMade isQuiet={received.length > 0} />}
        </section>
      )}
    </>
  );
}

function useForgetEnded(
  requests: readonly MyRequest[] | undefined,
  fromFriends: readonly FromFriend[] | undefined,
): void {
  useEffect(() => {
    if (!requests || !fromFriends) return;
    const held = requests.filter(isHeldByBuyer);
    keepEvents([
      // Of two tickets for one night, the one from a friend comes first, because it is meant for this person.
      ...fromFriends.map(({ request_id, event }) => ({ id: request_id, ...event })),
      ...held.map(({ id, event }) => ({ id, ...event })),
    ]);
    const live = new Set([...held.map(({ id }) => id), ...fromFriends.map(({ request_id }) => request_id)]);
    void forgetTickets(({ request_id }) => !live.has(request_id)).catch(() => undefined);
    void forgetPasses((id) => !live.has(id) && eventOfListPass(id) === null).catch(() => undefined);
  }, [requests, fromFriends]);
}

const isHeldByBuyer = ({ role, payment, event }: MyRequest) =>
  role === 'buyer' &&
  payment?.status === 'captured' &&
  payment.handover?.status !== 'failed' &&
  event.state !== 'cancelled';

/** If the list cannot be loaded, tickets that were opened on this device still work. */
function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <>
      <ListFailed error={error} onRetry={onRetry} />
      <Suspense>
        <KeptEvents />
      </Suspense>
    </>
  );
}

function NoneMade({ isQuiet }: { isQuiet: boolean }) {
  const switches = useSwitches();
  return (
    <div className="empty">
      <p>You haven’t requested a ticket yet. Pick a night. A request costs nothing.</p>
      <p className="row">
        <Link to="/events" className={isQuiet ? 'button' : 'button primary'}>
          Browse Events
        </Link>
        {switches?.sell && (
          <Link to="/sell" className="button">
            Sell a ticket
          </Link>
        )}
      </p>
    </div>
  );
}
