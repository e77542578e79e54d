import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { DoorLinks } from '../features/door/live/door-links.tsx';
import { AccountLinks } from '../features/people/auth/account/account-links.tsx';
import { NeedsMe } from './needs-me.client.tsx';
import s from './needs-me.module.css';
import { useTabs } from './tab-bar.tsx';

/** The menu's links that depend on the person and on the switches. On a phone, they load once the menu opens. */
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

const IN_HEADER = new Set<string>(['/events', '/my-tickets', '/sell']);

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

/** True once the menu has been in view. Before that, a phone sends no requests for the menu's links. */
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
