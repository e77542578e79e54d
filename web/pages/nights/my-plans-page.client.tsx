import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { eventPhase } from '../../../worker/contract/nights/events/event-phase.ts';
import { displayCity } from '../../../worker/contract/nights/places.ts';
import { eventDateParts } from '../../../worker/contract/time/event-time.ts';
import { useSwitches } from '../../common/launch/use-switches.ts';
import { CalendarLink } from '../../features/nights/plans/calendar-link.tsx';
import { FollowButton } from '../../features/nights/plans/follow-button.tsx';
import { PlanList } from '../../features/nights/plans/plan-list.tsx';
import s from '../../features/nights/plans/plans.module.css';
import { type FollowedVenue, plansQuery } from '../../features/nights/plans/plans.queries.ts';
import { ListFailed } from '../../features/trade/resale/ticket-stub.tsx';
import { useCurrentTime } from '../../features/trade/resale/use-current-time.ts';
import { RequireSignedIn } from '../../session/gates.tsx';
import { useSession } from '../../session/session.ts';
import { useApi } from '../../use-api.ts';
import '../../common/stub.css';

export function MyPlansPage() {
  const session = useSession();
  return (
    <RequireSignedIn signedOutTo="/auth">
      <section className={`wrap ${s.page}`}>
        <h1>My nights</h1>
        {session.status === 'signed_in' && <Plans userId={session.user.id} />}
      </section>
    </RequireSignedIn>
  );
}

function Plans({ userId }: { userId: string }) {
  const api = useApi();
  const { data, error, refetch } = useQuery(plansQuery(api, userId));
  const now = useCurrentTime();
  if (!data) return error ? <ListFailed error={error} onRetry={() => void refetch()} /> : <PlansLoading />;
  const isPast = (plan: (typeof data.plans)[number]) =>
    plan.start_at !== null && eventPhase(plan, now.getTime()) === 'over';
  const coming = data.plans.filter((plan) => !isPast(plan));
  const past = data.plans.filter(isPast).toReversed();
  return (
    <>
      {error && <ListFailed error={error} onRetry={() => void refetch()} />}
      <section className={s.part} aria-labelledby="coming">
        <h2 id="coming">Coming up</h2>
        {coming.length > 0 ? <PlanList plans={coming} now={now} /> : <NoPlans />}
      </section>
      {data.venues.length > 0 && (
        <section className={s.part} aria-labelledby="venues">
          <h2 id="venues">Venues you follow</h2>
          <Venues venues={data.venues} />
        </section>
      )}
      {past.length > 0 && (
        <details className={s.past}>
          <summary>Past nights ({past.length})</summary>
          <PlanList plans={past} now={now} />
        </details>
      )}
      <CalendarLink userId={userId} />
    </>
  );
}

function Venues({ venues }: { venues: readonly FollowedVenue[] }) {
  const switches = useSwitches();
  return (
    <ul className={s.list}>
      {venues.map((venue) => (
        <li key={venue.id} className={s.venue}>
          <div>
            <h3>
              {switches?.venues ? (
                <Link to="/venues/$slug" params={{ slug: venue.slug }}>
                  {venue.name}
                </Link>
              ) : (
                venue.name
              )}
            </h3>
            <p className="muted">
              {displayCity(venue.city)}.{' '}
              {venue.next_at ? `Next night: ${dayOf(venue.next_at)}` : 'No night is announced yet'}.
            </p>
          </div>
          <FollowButton venue={venue} isQuiet />
        </li>
      ))}
    </ul>
  );
}

function dayOf(instant: string): string {
  const { weekday, month, day } = eventDateParts(instant);
  return `${weekday}, ${month} ${day}`;
}

function NoPlans() {
  return (
    <div className="empty">
      <p>Nothing planned yet. Save a night, join a waitlist or request a ticket, and it’ll show up here.</p>
      <Link to="/events" className="button primary">
        Browse Events
      </Link>
    </div>
  );
}

function PlansLoading() {
  return (
    <div className={s.list}>
      <output className="sr">Loading...</output>
      <div className={s.waiting} />
      <div className={s.waiting} />
    </div>
  );
}
