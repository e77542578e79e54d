import { Link, Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { BRAND } from '../../worker/contract/brand.ts';
import { defaultHead } from '../head.ts';
import { DialogButton } from '../ui/dialog-button.tsx';
import { Later } from '../ui/later.tsx';
import { Mark } from '../ui/mark.tsx';
import s from './root-layout.module.css';
import { notAtEdge } from '../ui/not-at-edge.ts';

const loadAbout = import.meta.env.SSR ? notAtEdge : () => import('../features/about/about-dialog.tsx').then((module) => module.AboutDialog);
const loadContact = import.meta.env.SSR
  ? notAtEdge
  : () => import('../features/about/contact-dialog.tsx').then((module) => module.ContactDialog);
const loadAccount = import.meta.env.SSR
  ? notAtEdge
  : () => import('../features/auth/account-links.tsx').then((module) => module.AccountLinks);
const loadAfterwards = import.meta.env.SSR ? notAtEdge : () => import('./afterwards.tsx').then((module) => module.Afterwards);

function thisYear(): number {
  return new Date().getUTCFullYear();
}

/** What every page shares: navigation, the page, footer. */
export function RootLayout() {
  const last = useMatches().at(-1);
  const title = last?.staticData.head?.(last.loaderData).title ?? defaultHead.title;
  const path = useRouterState({ select: (state) => state.location.pathname });
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    // A reader of the screen starts at the new page, not where the link was.
    if (shown.current !== path) {
      document.getElementById('menu')?.hidePopover();
      main.current?.focus({ preventScroll: true });
    }
    shown.current = path;
  }, [path]);
  return (
    <>
      <a href="#page" className="skip button primary">
        Skip to content
      </a>
      <header className={s.top}>
        <Link to="/" className={s.brand}>
          <Mark />
          {BRAND}
        </Link>
        <button type="button" className={`button ${s.opener}`} popoverTarget="menu" aria-label="Menu">
          <svg viewBox="0 0 20 20" width="20" height="20" stroke="currentColor" strokeWidth="2" aria-hidden="true">
            <path d="M2 6h16M2 14h16" />
          </svg>
        </button>
        <nav id="menu" popover="auto" className={s.menu} aria-label="Main">
          <Link to="/venues">Venues</Link>
          <Later load={loadAccount} />
        </nav>
      </header>
      <main id="page" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <footer className={s.foot}>
        <div>
          <DialogButton className="button" load={loadAbout} pass={{}}>
            About
          </DialogButton>
          <DialogButton className="button" load={loadContact} pass={{}}>
            Contact
          </DialogButton>
        </div>
        <p className="muted">
          © <span suppressHydrationWarning>{thisYear()}</span> {BRAND}
        </p>
      </footer>
      <Later load={loadAfterwards} idle />
    </>
  );
}
