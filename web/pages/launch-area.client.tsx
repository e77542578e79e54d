import { useQuery } from '@tanstack/react-query';
import { useMatches, useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { BuiltFeature } from '../../worker/contract/launch.ts';
import { RequireSignedIn } from '../session/gates.tsx';
import { launchQuery } from '../features/launch/launch.queries.ts';
import { Loading } from '../ui/loading.tsx';
import { ComingSoonPage } from './coming-soon-page.tsx';

const PAGES = {
  'my-tickets': lazy(() => import('./my-tickets-page.tsx').then((module) => ({ default: module.MyTicketsPage }))),
  sell: lazy(() => import('./sell-page.tsx').then((module) => ({ default: module.SellPage }))),
} satisfies Record<BuiltFeature, unknown>;

/** The page of a launched feature, for signed-in people. Before the launch everybody sees that it will be ready soon. */
export function LaunchArea() {
  const { api } = useRouteContext({ from: '__root__' });
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const { data: switches, isPending } = useQuery(launchQuery(api));
  const feature = path?.slice(1) ?? '';
  if (!isBuilt(feature)) return <ComingSoonPage />;
  if (isPending) return <Loading />;
  if (!switches?.[feature]) return <ComingSoonPage />;
  const Page = PAGES[feature];
  return (
    <RequireSignedIn>
      <Suspense fallback={<Loading />}>
        <Page />
      </Suspense>
    </RequireSignedIn>
  );
}

function isBuilt(feature: string): feature is BuiltFeature {
  return feature in PAGES;
}
