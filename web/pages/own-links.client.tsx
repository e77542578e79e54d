import { useEffect, useState } from 'react';
import { DoorLinks } from '../features/door/live/door-links.tsx';
import { AccountLinks } from '../features/people/auth/account/account-links.tsx';

/** The menu's links that depend on the person and on the switches. On a phone they ask when the menu opens. */
export function OwnLinks() {
  const isSeen = useIsMenuSeen();
  return (
    <>
      <DoorLinks isSeen={isSeen} />
      <AccountLinks isSeen={isSeen} />
    </>
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
