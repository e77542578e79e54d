import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The 404 page; the path is logged once. */
export function NotFoundPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    console.error(`404: there is no page at ${path}`);
  }, [path]);
  return (
    <section className="wrap message">
      <h1>Page Not Found</h1>
      <p>
        This page is not on the list. If a link of ours brought you here, contact support: the Contact button is at the end of the page.
      </p>
      <p className="row">
        <Link to="/" className="button primary">
          Return Home
        </Link>
        <Link to="/events" className="button">
          Browse Events
        </Link>
      </p>
    </section>
  );
}

/** Where an event's slug matches nothing. */
export function EventNotFound() {
  return (
    <section className="wrap message">
      <h1>Event not found</h1>
      <p>It may be over, or the link is missing a letter.</p>
      <p className="row">
        <Link to="/events" className="button primary">
          Browse Events
        </Link>
      </p>
    </section>
  );
}

/** Where a page could not be loaded or drawn. */
export function FailedPage({ reset }: { reset: () => void }) {
  const router = useRouter();
  // What failed to load is asked for again before it is drawn again.
  const tryAgain = () => void router.invalidate().then(reset);
  return (
    <section className="wrap message" role="alert">
      <h1>That did not load</h1>
      <p>Check your connection and try again. Nothing you typed is lost.</p>
      <p className="row">
        <button type="button" className="button primary" onClick={tryAgain}>
          Try again
        </button>
      </p>
    </section>
  );
}

/** While an event is fetched. */
export function LoadingPage() {
  return <output className="wrap message">Loading...</output>;
}
