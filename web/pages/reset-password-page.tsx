import { Link, useNavigate } from '@tanstack/react-router';
import { Sheet } from '../features/auth/auth-form.tsx';
import s from '../features/auth/auth.module.css';
import { GoTo } from '../features/auth/gates.tsx';
import { PasswordForm } from '../features/auth/password-form.tsx';
import { useSession } from '../session/session.ts';
import { Loading } from '../ui/loading.tsx';

/** Where the mail's link leads: the link has signed the person in, and a new password is chosen here. */
export function ResetPasswordPage() {
  const session = useSession();
  const navigate = useNavigate();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed_out') {
    return (
      <Sheet title="A new password">
        <p role="alert">This link is invalid or has expired.</p>
        <p className={s.links}>
          <Link to="/forgot-password">Send me a new link</Link>
          <Link to="/">Back to home</Link>
        </p>
      </Sheet>
    );
  }
  if (session.second_factor) return <GoTo path="/two-factor" from="/reset-password" />;
  return (
    <Sheet title="A new password">
      <p className="muted">For {session.user.email}. Every other device is signed out.</p>
      <PasswordForm email={session.user.email} onDone={() => void navigate({ to: '/account', replace: true })} />
    </Sheet>
  );
}
