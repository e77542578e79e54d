import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { LaunchFeature } from '../../../drizzle/vocabulary.ts';
import { takesPartQuery } from '../../features/trade/resale/resale.queries.ts';
import { titleOf } from '../../head.ts';
import { RequireSignedIn } from '../../session/gates.tsx';
import { useSession } from '../../session/session.ts';
import { launchQuery } from '../../common/launch/launch.queries.ts';
import { Loading } from '../../ui/loading.tsx';
import { useApi } from '../../use-api.ts';
import { ComingSoonPage } from '../coming-soon-page.tsx';

type AreaFeature = Extract<LaunchFeature, 'my-tickets' | 'sell'>;

const PAGES = {
  'my-tickets': lazy(() =>
    import('../trade/my-tickets-page.tsx').then((module) => ({ default: module.MyTicketsPage })),
  ),
  sell: lazy(() => import('../trade/sell-page.tsx').then((module) => ({ default: module.SellPage }))),
} satisfies Record<AreaFeature, unknown>;

const KeptList = lazy(() =>
  import('../../features/trade/handover/kept-list.tsx').then((module) => ({ default: module.KeptList })),
);

/** This page has no launch switch, because earlier sales are paid out even while the switch `payments` is off. */
const PayoutsPage = lazy(() => import('../trade/payouts-page.tsx').then((module) => ({ default: module.PayoutsPage })));

/**
 * Before the launch of a feature, its page says "ready soon". People with a ticket request or a listing see My tickets
 * even before its launch.
 */
export function LaunchArea() {
  const api = useApi();
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const { data: switches, isPending, error, refetch } = useQuery({ ...launchQuery(api), refetchOnReconnect: true });
  const feature = path?.slice(1) ?? '';
  if (feature === 'payouts') return <ForSignedIn page={<PayoutsPage />} />;
  if (!isBuilt(feature)) return <ComingSoonPage />;
  if (isPending) return <Loading />;
  if (feature === 'my-tickets' && error && !switches)
    return <WithoutConnection why={error.message} onRetry={() => void refetch()} />;
  const Page = PAGES[feature];
  if (!switches?.[feature]) return feature === 'my-tickets' ? <ForParticipants page={<Page />} /> : <ComingSoonPage />;
  return <ForSignedIn page={<Page />} />;
}

function WithoutConnection(given: { why: string; onRetry: () => void }) {
  return (
    <Suspense fallback={<Loading />}>
      <KeptList {...given} />
    </Suspense>
  );
}

function ForSignedIn({ page }: { page: ReactNode }) {
  return (
    <RequireSignedIn>
      <Suspense fallback={<Loading />}>{page}</Suspense>
    </RequireSignedIn>
  );
}

/** Only the server knows who has a request or a listing. */
function ForParticipants({ page }: { page: ReactNode }) {
  const session = useSession();
  if (session.status === 'loading') return <Loading />;
  return session.status === 'signed_in' ? <IfAllowed userId={session.user.id} page={page} /> : <ComingSoonPage />;
}

function IfAllowed({ userId, page }: { userId: string; page: ReactNode }) {
  const api = useApi();
  const { data: isOpen, isPending } = useQuery(takesPartQuery(api, userId));
  useEffect(() => {
    if (isOpen) document.title = titleOf('My tickets');
  }, [isOpen]);
  if (isPending) return <Loading />;
  if (!isOpen) return <ComingSoonPage />;
  return <ForSignedIn page={page} />;
}

function isBuilt(feature: string): feature is AreaFeature {
  return feature in PAGES;
}
