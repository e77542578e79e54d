import { Link, useRouter } from '@tanstack/react-router';
import { Sheet } from '../../features/people/auth/auth-form.tsx';
import s from '../../features/people/auth/auth.module.css';
import { GoTo } from '../../session/gates.tsx';
import { ProofDialog } from '../../features/people/auth/factors/proof-dialog.tsx';
import { NewPassword } from '../../features/people/auth/account/recent-additions.tsx';
import { type Session, useSession } from '../../session/session.ts';
import { beginReturn } from '../../session/return-place.ts';
import { AFTER_NEW_PASSWORD, beforePrivatePage, nextIn, stateFrom } from '../../session/where-next.ts';
import { Loading } from '../../ui/loading.tsx';

/** People arrive here by a link in a mail, and the link has already signed them in. */
export function ResetPasswordPage() {
  const session = useSession();
  const router = useRouter();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed_out') {
    return (
      <Sheet title="A new password">
        <p role="alert">This link is invalid or has expired.</p>
        <p className={s.links}>
          <Link to="/forgot-password" state={stateFrom(nextIn(router.latestLocation.searchStr))}>
            Send me a new link
          </Link>
          <Link to="/">Back to home</Link>
        </p>
      </Sheet>
    );
  }
  const here = router.latestLocation;
  const goNext = () => {
    const path = nextIn(here.searchStr) ?? AFTER_NEW_PASSWORD;
    void router.navigate({ href: path, replace: true, resetScroll: !beginReturn(path) });
  };
  return <SignedIn session={session} page={here.href} onDone={goNext} />;
}

function SignedIn({
  session,
  page,
  onDone,
}: {
  session: Extract<Session, { status: 'signed_in' }>;
  page: string;
  onDone: () => void;
}) {
  const { user } = session;
  const next = beforePrivatePage(session, { page });
  if (next) return <GoTo {...next} />;
  return (
    <Sheet title="A new password">
      <p className="muted">For {user.email}. Your other devices will be signed out.</p>
      <ProofDialog email={user.email} />
      <NewPassword user={user} onDone={onDone} />
    </Sheet>
  );
}
