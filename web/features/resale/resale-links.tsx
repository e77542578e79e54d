import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { launchQuery } from '../launch/launch.queries.ts';

/** Links to the own tickets and listings, if they are launched. */
export function ResaleLinks() {
  const { api } = useRouteContext({ from: '__root__' });
  const { data: switches } = useQuery(launchQuery(api));
  if (!switches?.['my-tickets'] && !switches?.sell) return null;
  return (
    <nav className="row" aria-label="Your tickets">
      {switches['my-tickets'] && (
        <Link to="/my-tickets" className="button">
          My tickets
        </Link>
      )}
      {switches.sell && (
        <Link to="/sell" className="button">
          Sell tickets
        </Link>
      )}
    </nav>
  );
}
