import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../session/session.ts';
import { Loading } from '../../ui/loading.tsx';

/** Shows `children` to admins; everyone else reads that the page is not theirs, and why. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const from = useLocation({ select: ({ href }) => href });
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed_out') {
    return (
      <Refusal reason="You are not signed in.">
        <Link to="/login" state={{ from }} className="button primary">
          Sign in
        </Link>
      </Refusal>
    );
  }
  if (session.second_factor) {
    return (
      <Refusal reason="Your account has a second factor, and this session has not shown it yet.">
        <Link to="/two-factor" state={{ from }} className="button primary">
          Enter the code
        </Link>
      </Refusal>
    );
  }
  if (session.role === 'loading') return <Loading />;
  if (session.role === 'admin') return children;
  const reason =
    session.role === 'unknown'
      ? 'Your role could not be looked up, so nothing is shown. Try again in a moment.'
      : `You are signed in as ${session.user.email}, whose role is ${session.role}. Clubs are managed by admins.`;
  return (
    <Refusal reason={reason}>
      <Link to="/" className="button primary">
        Return Home
      </Link>
    </Refusal>
  );
}

function Refusal({ reason, children }: { reason: string; children: ReactNode }) {
  return (
    <section className="wrap message">
      <h1>Admins only</h1>
      <p>{reason}</p>
      <p className="row">{children}</p>
    </section>
  );
}
