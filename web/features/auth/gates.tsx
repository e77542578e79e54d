import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { Role } from '../../../drizzle/vocabulary.ts';
import { useSession } from '../../session/session.ts';
import { samePath } from '../../session/sign-in-redirect.ts';
import { Loading } from '../../ui/loading.tsx';

const HOME = <GoTo path="/" />;

/** The page that sent the person here to sign in, as it was when this page opened: while leaving, the address is another one already. */
export function useOrigin(): string | null {
  const router = useRouter();
  const [origin] = useState(() => samePath(router.latestLocation.state.from));
  return origin;
}

/**
 * Goes to a path of this site, query and all, in place of the page that shows this, and once: what it was given first counts. `from`
 * is the page to return to.
 */
export function GoTo({ path, from }: { path: string; from?: string | null }) {
  const router = useRouter();
  const [once] = useState({ path, from });
  useEffect(() => {
    void router.navigate({ href: once.path, replace: true, state: once.from ? { from: once.from } : {} });
  }, [router, once]);
  return null;
}

/** Shows `children` to signed-in people; a spinner until it is known who is here; others go to `signedOutTo` with this page as origin. */
export function RequireSignedIn({ signedOutTo = '/login', children }: { signedOutTo?: '/login' | '/auth' | '/'; children: ReactNode }) {
  const session = useSession();
  const from = useRouter().latestLocation.href;
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed_out') return <GoTo path={signedOutTo} from={signedOutTo === '/' ? null : from} />;
  if (session.second_factor) return <GoTo path="/two-factor" from={from} />;
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
