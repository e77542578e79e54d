import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { Role } from '../../drizzle/vocabulary.ts';
import { useSession } from './session.ts';
import { beginReturn } from './return-place.ts';
import { beforePrivatePage, HOME, type Next, samePath, TO_SECOND_FACTOR } from './where-next.ts';
import { Loading } from '../ui/loading.tsx';

const GO_HOME = <GoTo {...HOME} />;

/** The page that sent the person here. It is read only once, because the URL changes while this page is still open. */
export function useOrigin(): string | null {
  const router = useRouter();
  const [origin] = useState(() => samePath(router.latestLocation.state.from));
  return origin;
}

/** The email address that the person typed on the page before this one, or an empty string. */
export function useTypedEmail(): string {
  const router = useRouter();
  const [email] = useState(() => router.latestLocation.state.email ?? '');
  return email;
}

/** Opens `path` in place of the current page, once. Ignores later changes of the props. */
export function GoTo({ path, from }: Next) {
  const router = useRouter();
  const [once] = useState({ path, from });
  useEffect(() => {
    const resetScroll = !beginReturn(once.path);
    void router.navigate({ href: once.path, replace: true, resetScroll, state: once.from ? { from: once.from } : {} });
  }, [router, once]);
  return null;
}

export function RequireSignedIn({
  signedOutTo,
  children,
}: {
  signedOutTo?: '/login' | '/auth' | '/';
  children: ReactNode;
}) {
  const session = useSession();
  const page = useRouter().latestLocation.href;
  if (session.status === 'loading') return <Loading />;
  const next = beforePrivatePage(session, { page, signedOutTo });
  return next ? <GoTo {...next} /> : children;
}

export function RequireRole({
  roles,
  signedOutTo = '/',
  refused = GO_HOME,
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
  if (session.status === 'signed_in' && session.lacks_staff_factor) return <GoTo {...TO_SECOND_FACTOR} />;
  return role !== 'unknown' && roles.includes(role) ? children : refused;
}
