import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BAR_KEY, launchQuery } from '../common/launch/launch.queries.ts';
import { LazyPart } from '../ui/lazy-part.tsx';
import s from '../ui/tab-bar.module.css';
import { tabOf } from '../ui/tab-of.tsx';
import { useApi } from '../use-api.ts';

const loadNeeds = () => import('./late.client.ts').then((module) => module.NeedsMe);

/** The five places in the bar. `draws` is the SVG path of the icon, `on` the launch switch that opens the place. */
const TABS = [
  { to: '/events', name: 'Nights', draws: 'M3 5h14v12H3zM3 9h14M7 3v4M13 3v4' },
  { to: '/live', name: 'Tonight', draws: 'M16 12A7 7 0 1 1 8 3a6 6 0 0 0 8 9z', on: 'live' },
  {
    to: '/my-tickets',
    name: 'My tickets',
    draws: 'M2 5h16v4a1 1 0 0 0 0 2v4H2v-4a1 1 0 0 0 0-2zM12 5v10',
    on: 'my-tickets',
  },
  { to: '/sell', name: 'Sell', draws: 'M10 3H3v7l8 8 7-7zM7 7h0', on: 'sell' },
  { to: '/account', name: 'Me', draws: 'M10 10a3 3 0 1 0 0-7 3 3 0 0 0 0 7zM3 18a7 7 0 0 1 14 0' },
] as const;

/** Returns the places that are open according to the launch switches loaded so far. Fetches nothing. */
export function useTabs() {
  const api = useApi();
  const { data: now } = useQuery({ ...launchQuery(api), enabled: false });
  const { data: early } = useQuery({ ...launchQuery(api), queryKey: BAR_KEY, enabled: false });
  return TABS.filter((tab) => !('on' in tab) || (now ?? early)?.[tab.on]);
}

export function TabBar() {
  return (
    <nav className={s.bar} aria-label="Shortcuts">
      {useTabs().map(({ to, name, draws }) => (
        <Link key={to} to={to}>
          {tabOf(draws, name)}
          {to === '/my-tickets' && <LazyPart load={loadNeeds} idle />}
        </Link>
      ))}
    </nav>
  );
}
