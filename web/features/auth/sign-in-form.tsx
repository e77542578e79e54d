import { Link } from '@tanstack/react-router';
import { textOfError } from '../../session/auth-error-text.ts';
import { showToast } from '../../ui/toast.ts';
import { Field } from '../../ui/field.tsx';
import { useAuthAction } from './account.queries.ts';
import { AuthForm } from './auth-form.tsx';
import { SignIn } from './credentials.ts';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { useFields } from './use-fields.ts';

/** Sign in with email and password. Where it leads is the page's affair: it watches the session. */
export function SignInForm() {
  const signIn = useAuthAction(
    ({ auth, must }, credentials: { email: string; password: string }) => must(auth.signInWithPassword(credentials)),
    { failed: 'Sign in failed', done: () => showToast({ title: 'Welcome back!' }) },
  );
  const { input, submit, hasErrors } = useFields(SignIn, (credentials) => signIn.mutate(credentials));
  const isUnconfirmed = signIn.error !== null && 'code' in signIn.error && signIn.error.code === 'email_not_confirmed';
  return (
    <>
      <AuthForm
        onSubmit={submit}
        label={signIn.isPending ? 'Signing in…' : 'Sign In'}
        isBusy={signIn.isPending}
        hasErrors={hasErrors}
        error={signIn.error && textOfError(signIn.error)}
      >
        <Field label="Email" type="email" autoComplete="email" required {...input('email')} />
        <Field label="Password" type="password" autoComplete="current-password" required {...input('password')} />
      </AuthForm>
      {isUnconfirmed && <ResendConfirmation email={signIn.variables?.email ?? ''} />}
      <p>
        <Link to="/forgot-password">Forgot your password?</Link>
      </p>
    </>
  );
}
