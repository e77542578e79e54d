import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../use-api.ts';
import { myEventQuery } from './my-event.queries.ts';

/** Asks a signed-in person who still needs a school badge to get one first. Everyone else sees `children`. */
export function BadgeFirst({ event_id, me, children }: { event_id: string; me: string | null; children: ReactNode }) {
  const api = useApi();
  const { data: mine } = useQuery(myEventQuery(api, { user_id: me, event_id }));
  if (!mine?.lacks_badge) return children;
  return (
    <>
      <p>Only students can buy here. Verify your school inbox first. It takes a minute.</p>
      <Link to="/account" hash="school" className="button primary">
        Verify my inbox
      </Link>
    </>
  );
}
