import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { BRAND } from '../brand.ts';
import { defaultHead } from '../head.ts';

/** What every page shares: navigation, the page, footer. */
export function RootLayout() {
  const last = useMatches().at(-1);
  const title = last?.staticData.head?.(last.loaderData).title ?? defaultHead.title;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <header>
        <Link to="/">{BRAND}</Link>
        <Link to="/venues">Venues</Link>
      </header>
      <main>
        <Outlet />
      </main>
    </>
  );
}
