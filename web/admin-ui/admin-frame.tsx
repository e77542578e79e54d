import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSession } from '../session/session.ts';
import s from './admin.module.css';
import { pagesOf } from './admin-pages.ts';
import { DeskBar } from './desk-bar.tsx';
import { useHasMoney } from './use-has-money.ts';

export function AdminFrame({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const session = useSession();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the row of links is wider than the screen, so it scrolls to the current page's link.
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (link && nav.current)
      nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2;
  }, []);
  const role = session.status === 'signed_in' ? session.role : 'unknown';
  const hasMoney = useHasMoney(role === 'admin');
  return (
    <section className={s.frame}>
      <nav ref={nav} className={s.nav} aria-label="Admin">
        <ul>
          {pagesOf(role, { hasMoney }).map(({ to, name }) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: true, includeSearch: false }}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <DeskBar isAdmin={role === 'admin'} hasMoney={hasMoney} />
      <div className={s.page}>
        <div className={s.head}>
          <h1>{title}</h1>
          {action}
        </div>
        {children}
      </div>
    </section>
  );
}
