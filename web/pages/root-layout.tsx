import { Link, Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { BRAND } from '../../worker/contract/text/brand.ts';
import { titleOf } from '../head.ts';
import { TabBar } from './late-parts.ts';
import { DialogButton } from '../ui/dialogs/dialog-button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { LazyPart } from '../ui/lazy-part.tsx';
import { Logo } from '../ui/logo.tsx';
import '../ui/tab-bar.module.css';
import s from './root-layout.module.css';

const loadAbout = () => import('../common/about/about-dialog.client.tsx').then((module) => module.AboutDialog);
const loadContact = () => import('../common/about/contact-dialog.client.tsx').then((module) => module.ContactDialog);
const loadOwn = () => import('./late.client.ts').then((module) => module.OwnLinks);
const loadAfterLoad = () => import('./late.client.ts').then((module) => module.AfterLoad);

/** A constant, because React must not render this element again before the code of `TabBar` has loaded. */
const BAR = (
  <ErrorBoundary>
    <Suspense>
      <TabBar />
    </Suspense>
  </ErrorBoundary>
);

function thisYear(): number {
  return new Date().getUTCFullYear();
}

export function RootLayout() {
  const last = useMatches().at(-1);
  const title = titleOf(last?.staticData.name?.(last.loaderData));
  const path = useRouterState({ select: (state) => state.location.pathname });
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    // The focus moves to the new page, so that a screen reader starts there.
    if (shown.current !== path) {
      document.getElementById('menu')?.hidePopover();
      main.current?.focus({ preventScroll: true });
    }
    shown.current = path;
  }, [path]);
  const content = (
    <>
      <main id="page" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <LazyPart load={loadAfterLoad} idle />
    </>
  );
  if (last?.staticData.isFullScreen) return content;
  return (
    <>
      <a href="#page" className="skip button primary">
        Skip to content
      </a>
      <header className={s.top}>
        <Link to="/" className={s.brand}>
          <Logo />
          {BRAND}
        </Link>
        <button type="button" className={`button ${s.opener}`} popoverTarget="menu" aria-label="Menu">
          <svg viewBox="0 0 20 20" width="20" height="20" stroke="currentColor" strokeWidth="2" aria-hidden="true">
            <path d="M2 6h16M2 14h16" />
          </svg>
        </button>
        <nav id="menu" popover="auto" className={s.menu} aria-label="Main">
          <Link to="/venues">Venues</Link>
          <LazyPart load={loadOwn} />
        </nav>
      </header>
      {content}
      <footer className={s.foot}>
        <div>
          <DialogButton className="button" load={loadAbout} pass={{}}>
            About
          </DialogButton>
          <DialogButton className="button" load={loadContact} pass={{}}>
            Contact
          </DialogButton>
          <Link to="/terms">Terms</Link>
          <Link to="/privacy">Privacy</Link>
          <Link to="/guarantee">Refund guarantee</Link>
        </div>
        <p className="muted">
          © <span suppressHydrationWarning>{thisYear()}</span> {BRAND}
        </p>
      </footer>
      {BAR}
    </>
  );
}
