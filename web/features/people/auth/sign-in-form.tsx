import { Link } from '@tanstack/react-router';
import { stateFrom } from '../../../session/where-next.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useForm } from '../../../use-form.ts';
import { useAuthAction } from './account/account.queries.ts';
import { AuthForm } from './auth-form.tsx';
import { ConfirmCode } from './confirm-code.tsx';
import { SignIn } from './credentials.ts';
import { PasskeyButton } from './passkeys/passkey-button.tsx';
import { useCaptcha } from './use-captcha.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';

/**
 * `from`: the page to return to. `known`: an email address typed before. `isQuiet`: the page has another main action.
 */
export function SignInForm({
  from = null,
  known = '',
  isQuiet = false,
}: {
  from?: string | null;
  known?: string;
  isQuiet?: boolean;
}) {
  const captcha = useCaptcha();
  const signIn = useAuthAction(
    ({ auth, must }, credentials: { email: string; password: string }) =>
      must(auth.signInWithPassword({ ...credentials, options: captcha.take() })),
    { failed: 'Sign in failed', done: () => showToast({ title: 'Welcome back!' }) },
  );
  const form = useForm({
    schema: SignIn,
    initial: { email: known, password: '' },
    mutation: signIn,
    checksOnLeave: true,
  });
  const isUnconfirmed = signIn.error !== null && 'code' in signIn.error && signIn.error.code === 'email_not_confirmed';
  return (
    <>
      <AuthForm form={form} isQuiet={isQuiet} label="Sign In" busyLabel="Signing in…">
        <Field label="Email" type="email" autoComplete="email" required {...form.field('email')} />
        <Field label="Password" type="password" autoComplete="current-password" required {...form.field('password')} />
        {captcha.widget}
      </AuthForm>
      <PasskeyButton take={captcha.take} />
      {isUnconfirmed && signIn.variables && (
        <>
          <ConfirmCode email={signIn.variables.email} isQuiet />
          <ResendConfirmation email={signIn.variables.email} from={from} />
        </>
      )}
      <p>
        <Link to="/forgot-password" state={{ email: form.values.email, ...stateFrom(from) }}>
          Forgot your password?
        </Link>
      </p>
    </>
  );
}
