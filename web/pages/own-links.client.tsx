import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { DoorLinks } from '../features/door/live/door-links.tsx';
import { AccountLinks } from '../features/people/auth/account/account-links.tsx';
import { NeedsMe } from './needs-me.client.tsx';
import s from './needs-me.module.css';
import { useTabs } from './tab-bar.tsx';
import './transitions.css';

/** The menu's links that depend on the person and on the switches. On a phone they ask when the menu opens. */
export function OwnLinks() {
  const isSeen = useIsMenuSeen();
  return (
    <>
      <DoorLinks isSeen={isSeen} />
      <AccountLinks isSeen={isSeen} />
      <HeaderTabs />
    </>
  );
}

/** What a wide screen has in its header, and a phone in the bar at its bottom. */
const IN_HEADER = new Set<string>(['/events', '/my-tickets', '/sell']);

/** The places of the bar that the header does not have already. */
function HeaderTabs() {
  return (
    <span className={s.header}>
      {useTabs()
        .filter(({ to }) => IN_HEADER.has(to))
        .map(({ to, name }) => (
          <Link key={to} to={to}>
            {name}
            {to === '/my-tickets' && <NeedsMe />}
          </Link>
        ))}
    </span>
  );
}

/** True once the menu has been in view, which saves each page its requests on a phone. */
function useIsMenuSeen(): boolean {
  const [isSeen, setSeen] = useState(() => document.getElementById('menu')?.checkVisibility() ?? true);
  useEffect(() => {
    const menu = document.getElementById('menu');
    const onToggle = () => setSeen(true);
    menu?.addEventListener('toggle', onToggle, { once: true });
    return () => menu?.removeEventListener('toggle', onToggle);
  }, []);
  return isSeen;
}
