import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ApiError } from '../../api.ts';
import { ListFailed } from '../../features/trade/resale/ticket-stub.tsx';
import { Wanted } from '../../features/trade/wanted/wanted.tsx';
import { wantedQuery } from '../../features/trade/wanted/wanted.queries.ts';
import s from '../../features/trade/squads/squads.module.css';
import { NightHead } from '../../features/trade/ticket/night-head.tsx';
import { useSession } from '../../session/session.ts';
import { Loading } from '../../ui/loading.tsx';
import { useApi } from '../../use-api.ts';

export function WantedPage() {
  const api = useApi();
  const { id } = useParams({ from: '/wanted/$id' });
  const session = useSession();
  const user = session.status === 'signed_in' ? session.user : null;
  const about = { user_id: user?.id ?? null, id };
  const {
    data: wanted,
    error,
    refetch,
  } = useQuery({ ...wantedQuery(api, about), enabled: session.status !== 'loading' });
  if (error instanceof ApiError && error.code === 'wanted.not_found') {
    return (
      <section className="wrap message">
        <h1>This search has ended</h1>
        <output>{error.message}</output>
        <p className="row">
          <Link to="/events" className="button">
            See all nights
          </Link>
        </p>
      </section>
    );
  }
  if (!wanted) return error ? <ListFailed error={error} onRetry={() => void refetch()} /> : <Loading />;
  const { event } = wanted;
  return (
    <section className={`wrap ${s.page}`}>
      <NightHead event={{ ...event, venue_name: event.venue, address: undefined }} poster={undefined} />
      <Wanted wanted={wanted} user_id={user?.id ?? null} />
      <p className="row">
        <Link to="/events/$slug" params={{ slug: event.slug }} className="button">
          See the night
        </Link>
      </p>
    </section>
  );
}
