import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { Role } from '../../../drizzle/vocabulary.ts';
import { useSession } from '../../session.ts';
import { Loading } from '../../ui/loading.tsx';

const HOME = <GoTo path="/" />;

/**
 * Goes to a path of this site, query and all, in place of the page that shows this. With `asOrigin` that page comes along, to be
 * returned to.
 */
export function GoTo({ path, asOrigin = false }: { path: string; asOrigin?: boolean }) {
  const router = useRouter();
  useEffect(() => {
    const state = asOrigin ? { from: router.latestLocation.href } : {};
    void router.navigate({ href: path, replace: true, state });
  }, [router, path, asOrigin]);
  return null;
}

/** Shows `children` to signed-in people; a spinner until it is known who is here; others go to `signedOutTo` with this page as origin. */
export function RequireSignedIn({ signedOutTo = '/login', children }: { signedOutTo?: '/login' | '/auth' | '/'; children: ReactNode }) {
  const session = useSession();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed_out') return <GoTo path={signedOutTo} asOrigin={signedOutTo !== '/'} />;
  if (session.second_factor) return <GoTo path="/two-factor" asOrigin />;
  return children;
}

/**
 * Shows `children` to people of one of `roles` once the server has told their role. Everyone else gets `refused`, or goes home; nobody
 * sees the page before.
 */
export function RequireRole({
  roles,
  signedOutTo = '/',
  refused = HOME,
  children,
}: {
  roles: readonly Role[];
  signedOutTo?: '/login' | '/auth' | '/';
  refused?: ReactNode;
  children: ReactNode;
}) {
  return (
    <RequireSignedIn signedOutTo={signedOutTo}>
      <OfRole roles={roles} refused={refused}>
        {children}
      </OfRole>
    </RequireSignedIn>
  );
}

function OfRole({ roles, refused, children }: { roles: readonly Role[]; refused: ReactNode; children: ReactNode }) {
  const session = useSession();
  const role = session.status === 'signed_in' ? session.role : 'loading';
  if (role === 'loading') return <Loading />;
  return role !== 'unknown' && roles.includes(role) ? children : refused;
}
