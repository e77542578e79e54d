import { Link } from '@tanstack/react-router';
import type { AdminPath } from './admin-pages.ts';
import s from '../ui/tab-bar.module.css';
import { tabOf } from '../ui/tab-of.tsx';
import a from './admin.module.css';

interface Tab {
  to: AdminPath | '/events';
  name: string;
  /** The icon, as the `d` of an SVG path. */
  draws: string;
}

const EVENTS: Tab = { to: '/admin/events', name: 'Events', draws: 'M3 5h14v12H3zM3 9h14M7 3v4M13 3v4' };
const MONEY: Tab = { to: '/admin/money', name: 'Money', draws: 'M2 5h16v10H2zM10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z' };
const PEOPLE: Tab = {
  to: '/admin/people',
  name: 'People',
  draws: 'M8 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 17a6 6 0 0 1 12 0M14 4a3 3 0 0 1 0 5M16 12a6 6 0 0 1 2 5',
};

const ORGANIZERS: readonly Tab[] = [
  EVENTS,
  { to: '/upload-event-images', name: 'Images', draws: 'M3 4h14v12H3zM3 13l4-4 4 4 2-2 4 4' },
  { to: '/admin/webhook-test', name: 'Webhook', draws: 'M4 16h0M4 10a6 6 0 0 1 6 6M4 4a12 12 0 0 1 12 12' },
  { to: '/events', name: 'Public list', draws: 'M3 5h14M3 10h14M3 15h8' },
];
const adminTabs = (hasMoney: boolean): readonly Tab[] => [
  { to: '/admin', name: 'Today', draws: 'M3 17V9M10 17V3M17 17v-6' },
  EVENTS,
  { to: '/admin/waitlist', name: 'Waitlist', draws: 'M3 5h14M3 10h14M3 15h8' },
  { to: '/admin/reports', name: 'Reports', draws: 'M4 18V3h12l-3 4 3 4H4' },
  hasMoney ? MONEY : PEOPLE,
];

export function DeskBar({ isAdmin, hasMoney }: { isAdmin: boolean; hasMoney: boolean }) {
  return (
    <nav className={`${s.bar} ${a.desk}`} aria-label="Desk shortcuts">
      {(isAdmin ? adminTabs(hasMoney) : ORGANIZERS).map(({ to, name, draws }) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/admin', includeSearch: false }}>
          {tabOf(draws, name)}
        </Link>
      ))}
    </nav>
  );
}
