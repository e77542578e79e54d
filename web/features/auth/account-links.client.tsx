import { Link } from '@tanstack/react-router';
import { SignInLink } from '../../session/sign-in-link.tsx';
import { useSession } from '../../session/session.ts';

/** Account for a signed-in person, Your nights for organizers, Admin and Check for admins, Sign in for visitors. Rendered after hydration, so one HTML serves everybody. */
export function AccountLinks() {
  const session = useSession();
  if (session.status === 'loading') return null;
  if (session.status === 'signed_out') return <SignInLink />;
  return (
    <>
      <Link to="/account">Account</Link>
      {session.role === 'organizer' && <Link to="/admin/events">Your nights</Link>}
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
