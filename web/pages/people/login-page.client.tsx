import { Link } from '@tanstack/react-router';
import s from '../../features/people/auth/auth.module.css';
import { useAuthAction } from '../../features/people/auth/account/account.queries.ts';
import { Sheet } from '../../features/people/auth/auth-form.tsx';
import { GoTo, useOrigin } from '../../session/gates.tsx';
import { useSession } from '../../session/session.ts';
import { afterSignIn, storeTarget } from '../../session/where-next.ts';
import { Loading } from '../../ui/loading.tsx';

export function LoginPage() {
  const session = useSession();
  const from = useOrigin();
  const signIn = useAuthAction(
    ({ auth, must }) => {
      storeTarget(from);
      return must(auth.signInWithOAuth({ provider: 'google', options: { redirectTo: location.origin } }));
    },
    { failed: 'Sign in failed' },
  );
  if (session.status === 'loading') return <Loading />;
  const next = afterSignIn(session, from);
  if (next) return <GoTo {...next} />;
  if (session.status === 'signed_in') return <Loading />;
  return (
    <Sheet title="Sign in">
      {from && <p className="muted">Sign in to see that page.</p>}
      <button
        type="button"
        className="button primary"
        disabled={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate()}
      >
        Continue with Google
      </button>
      <p className={s.links}>
        <Link to="/auth" state={from ? { from } : {}}>
          Use email and password
        </Link>
        <Link to="/">Back to home</Link>
      </p>
    </Sheet>
  );
}
