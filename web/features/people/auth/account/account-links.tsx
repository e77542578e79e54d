import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SignInLink } from '../../../../session/sign-in-link.tsx';
import { useSession } from '../../../../session/session.ts';
import { launchQuery } from '../../../../common/launch/launch.queries.ts';
import { useApi } from '../../../../use-api.ts';
import { NewsLink } from '../../../talk/notices/news-link.tsx';

/** Rendered after hydration, so that everyone gets the same HTML. */
export function AccountLinks({ isSeen }: { isSeen: boolean }) {
  return (
    <>
      <LaunchedLinks isSeen={isSeen} />
      <OwnLinks />
    </>
  );
}

/** Reads the launch switches once the menu is in view. */
function LaunchedLinks({ isSeen }: { isSeen: boolean }) {
  const api = useApi();
  const { data: switches } = useQuery({ ...launchQuery(api), enabled: isSeen });
  return (
    <>
      {switches?.tickets && <Link to="/tickets">Tickets</Link>}
      {switches?.live && <Link to="/live">Tonight</Link>}
    </>
  );
}

function OwnLinks() {
  const session = useSession();
  if (session.status === 'loading') return null;
  if (session.status === 'signed_out') return <SignInLink />;
  return (
    <>
      <OwnNews userId={session.user.id} />
      <Link to="/my-nights">My nights</Link>
      <Link to="/account">Account</Link>
      {session.role === 'organizer' && <Link to="/admin/events">Organizer desk</Link>}
      {session.role === 'admin' && (
        <>
          <Link to="/admin" activeOptions={{ exact: true }}>
            Admin
          </Link>
          <Link to="/check">Check</Link>
        </>
      )}
    </>
  );
}

function OwnNews({ userId }: { userId: string }) {
  const api = useApi();
  const { data: switches } = useQuery({ ...launchQuery(api), enabled: false });
  return switches?.push ? <NewsLink userId={userId} /> : null;
}
