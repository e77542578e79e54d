import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import s from './notices.module.css';
import { unreadQuery } from './notices.queries.ts';

const MOST = 99;

export function NewsLink({ userId }: { userId: string }) {
  const { data: unread = 0 } = useQuery(unreadQuery(userId));
  return (
    <Link to="/notifications" className={s.link}>
      <span>Notifications</span>
      {unread > 0 && (
        <>
          <span className={s.count} aria-hidden="true">
            {unread > MOST ? `${MOST}+` : unread}
          </span>
          <span className="sr">, {unread} unread</span>
        </>
      )}
    </Link>
  );
}
