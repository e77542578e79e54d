import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../../session/session.ts';
import { beforePrivatePage } from '../../../session/where-next.ts';
import { Loading } from '../../../ui/loading.tsx';

export function AdminsOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const page = useLocation({ select: ({ href }) => href });
  if (session.status === 'loading') return <Loading />;
  const next = beforePrivatePage(session, { page });
  if (next || session.status === 'signed_out') {
    const isSignedOut = session.status === 'signed_out';
    return (
      <Refusal
        reason={
          isSignedOut
            ? 'You’re not signed in.'
            : 'Your account uses two-factor authentication, and you haven’t entered your code yet.'
        }
      >
        <Link to={next?.path} state={{ from: page }} className="button primary">
          {isSignedOut ? 'Sign in' : 'Enter the code'}
        </Link>
      </Refusal>
    );
  }
  if (session.role === 'loading') return <Loading />;
  if (session.role === 'admin') return children;
  const reason =
    session.role === 'unknown'
      ? 'Your role couldn’t be looked up. Try again in a moment.'
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
