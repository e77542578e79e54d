import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../api.ts';

export function NotFoundPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    console.error(`404: there is no page at ${path}`);
  }, [path]);
  return (
    <section className="wrap message">
      <h1>Page Not Found</h1>
      <p>
        This page isn’t on the list. If one of our links brought you here, contact support with the Contact button at
        the bottom of the page.
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

export function FailedPage({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  // If no answer came, the connection may be the reason. If the server failed, its own sentence is shown.
  const why = error instanceof ApiError && error.status >= 500 ? error.message : 'Check your connection and try again.';
  const tryAgain = () => void router.invalidate().then(reset);
  return (
    <section className="wrap message" role="alert">
      <h1>That didn’t load</h1>
      <p>{why}</p>
      <p className="row">
        <button type="button" className="button primary" onClick={tryAgain}>
          Try again
        </button>
      </p>
    </section>
  );
}
