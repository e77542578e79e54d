import { Link, useNavigate } from '@tanstack/react-router';
import { useAuthAction } from '../../features/people/auth/account/account.queries.ts';
import { AuthForm, Sheet } from '../../features/people/auth/auth-form.tsx';
import s from '../../features/people/auth/auth.module.css';
import { CodeForm } from '../../features/people/auth/code-form.tsx';
import { EmailOnly } from '../../features/people/auth/credentials.ts';
import { useCaptcha } from '../../features/people/auth/use-captcha.tsx';
import { verifyCode } from '../../features/people/auth/verify-code.ts';
import { useOrigin, useTypedEmail } from '../../session/gates.tsx';
import { stateFrom, toNewPassword } from '../../session/where-next.ts';
import { Field } from '../../ui/fields/field.tsx';
import { useForm } from '../../use-form.ts';

/** The answer is the same whether or not the address has an account. */
export function ForgotPasswordPage() {
  const from = useOrigin();
  const known = useTypedEmail();
  const captcha = useCaptcha();
  const ask = useAuthAction(({ auth, must }, { email }: { email: string }) =>
    must(auth.resetPasswordForEmail(email, { redirectTo: location.origin + toNewPassword(from), ...captcha.take() })),
  );
  const form = useForm({ schema: EmailOnly, initial: { email: known }, mutation: ask, checksOnLeave: true });
  return (
    <Sheet title="Forgot your password">
      {ask.isSuccess ? (
        <>
          <output className={s.notice}>
            If {ask.variables.email} has an account, a link and a code for a new password are on their way. Both work
            for an hour. Open the link, or enter the code here.
          </output>
          <RecoveryCode email={ask.variables.email} from={from} />
        </>
      ) : (
        <>
          <p className="muted">We’ll send you a link and a code. Use either one to set a new password.</p>
          <AuthForm form={form} label="Send the link" busyLabel="Sending…">
            <Field label="Email" type="email" autoComplete="email" required {...form.field('email')} />
            {captcha.widget}
          </AuthForm>
        </>
      )}
      <p className={s.links}>
        <Link to="/auth" state={{ ...stateFrom(from), email: form.values.email }}>
          Back to sign in
        </Link>
      </p>
    </Sheet>
  );
}

function RecoveryCode({ email, from }: { email: string; from: string | null }) {
  const navigate = useNavigate();
  const verify = useAuthAction(
    (given, { code }: { code: string }) => verifyCode(given, { email, token: code, type: 'recovery' }),
    {
      done: () => void navigate({ href: toNewPassword(from), replace: true }),
    },
  );
  return <CodeForm label="Continue" verify={verify} />;
}
