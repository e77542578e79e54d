import { Link } from '@tanstack/react-router';
import { SignInLink } from '../../session/sign-in-link.tsx';
import { useSession } from '../../session/session.ts';

/** My nights and Account for a signed-in person, Organizer desk for organizers, Admin and Check for admins, Sign in for visitors. Rendered after hydration, so one HTML serves everybody. */
export function AccountLinks() {
  const session = useSession();
  if (session.status === 'loading') return null;
  if (session.status === 'signed_out') return <SignInLink />;
  return (
    <>
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
