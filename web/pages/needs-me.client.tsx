import { useQuery } from '@tanstack/react-query';
import { needsMeQuery } from '../features/trade/resale/resale.queries.ts';
import { useSession } from '../session/session.ts';
import { useApi } from '../use-api.ts';
import s from './needs-me.module.css';

const MOST = 9;

/** Shows how many things on the page “My tickets” wait for this person. */
export function NeedsMe() {
  const session = useSession();
  return session.status === 'signed_in' && !session.second_factor ? <Count userId={session.user.id} /> : null;
}

function Count({ userId }: { userId: string }) {
  const api = useApi();
  const { data: count = 0 } = useQuery(needsMeQuery(api, userId));
  if (count === 0) return null;
  return (
    <>
      <span className={s.count} aria-hidden="true">
        {count > MOST ? `${MOST}+` : count}
      </span>
      <span className="sr">, {count} waiting for you</span>
    </>
  );
}
