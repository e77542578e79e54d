import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiClient } from '../../api.ts';
import { tonightQuery } from '../../features/door/live/live.queries.ts';
import { TonightList } from '../../features/door/live/tonight-list.tsx';
import s from '../../features/trade/on-sale/on-sale.module.css';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { useApi } from '../../use-api.ts';
import { ComingSoonPage } from '../coming-soon-page.tsx';
import '../../common/stub.css';

const loadMine = () => import('../../features/door/live/my-tonight.client.tsx').then((module) => module.MyTonight);

/** Returns null while the page is switched off. */
export function load({ context: { queryClient, api } }: { context: { queryClient: QueryClient; api: ApiClient } }) {
  return queryClient.ensureQueryData(tonightQuery(api));
}

export function LivePage() {
  const api = useApi();
  const { data, dataUpdatedAt } = useSuspenseQuery(tonightQuery(api));
  if (!data) return <ComingSoonPage />;
  return (
    <section className="wrap">
      <h1 className={s.title}>Tonight</h1>
      <LazyPart load={loadMine} />
      <section className={s.part} aria-labelledby="nights">
        <h2 id="nights" className="sr">
          Nights
        </h2>
        {data.events.length > 0 ? <TonightList events={data.events} now={dataUpdatedAt} /> : <NoneTonight />}
      </section>
    </section>
  );
}

function NoneTonight() {
  return (
    <div className="empty">
      <p>No nights tonight. See what’s coming up.</p>
      <p className="row">
        <Link to="/events" className="button primary">
          Browse Events
        </Link>
      </p>
    </div>
  );
}
