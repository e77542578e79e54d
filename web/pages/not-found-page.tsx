import { Link } from '@tanstack/react-router';

/** The 404 page. */
export function NotFoundPage() {
  return (
    <section>
      <h1>Page Not Found</h1>
      <Link to="/">Return Home</Link>
      <Link to="/events">Browse Events</Link>
    </section>
  );
}
