import { Link } from '@tanstack/react-router';
import { useAuthAction } from '../features/auth/account.queries.ts';
import { AuthForm, Sheet } from '../features/auth/auth-form.tsx';
import s from '../features/auth/auth.module.css';
import { EmailOnly } from '../features/auth/credentials.ts';
import { useCaptcha } from '../features/auth/use-captcha.tsx';
import { Field } from '../ui/field.tsx';
import { useForm } from '../use-form.ts';

/** Asks for a link that leads to a new password. The answer is the same whether the address has an account or not. */
export function ForgotPasswordPage() {
  const captcha = useCaptcha();
  const ask = useAuthAction(({ auth, must }, { email }: { email: string }) =>
    must(auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}/reset-password`, ...captcha.take() })),
  );
  const form = useForm({ schema: EmailOnly, initial: { email: '' }, mutation: ask, checksOnLeave: true });
  return (
    <Sheet title="Forgot your password">
      {ask.isSuccess ? (
        <output className={s.notice}>
          If {ask.variables.email} has an account, a link to a new password is on its way. It works for an hour.
        </output>
      ) : (
        <>
          <p className="muted">We send you a link. Open it on this device, then choose a new password.</p>
          <AuthForm form={form} label="Send the link" busyLabel="Sending…">
            <Field label="Email" type="email" autoComplete="email" required {...form.field('email')} />
            {captcha.widget}
          </AuthForm>
        </>
      )}
      <p className={s.links}>
        <Link to="/auth">Back to sign in</Link>
      </p>
    </Sheet>
  );
}
