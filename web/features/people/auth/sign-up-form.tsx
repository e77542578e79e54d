import { afterMail } from '../../../session/where-next.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useForm } from '../../../use-form.ts';
import { LegalNote } from '../../../common/legal/legal-note.tsx';
import { useAuthAction } from './account/account.queries.ts';
import { AuthForm } from './auth-form.tsx';
import { SignUp } from './credentials.ts';
import { useCaptcha } from './use-captcha.tsx';

/**
 * `onDone` gets the address, which the person may still have to confirm. `known` is the address that the person typed
 * on the page before this one.
 */
export function SignUpForm({
  from = null,
  known = '',
  onDone,
}: {
  from?: string | null;
  known?: string;
  onDone: (email: string) => void;
}) {
  const captcha = useCaptcha();
  const signUp = useAuthAction(
    ({ auth, must }, { email, password, full_name }: { email: string; password: string; full_name: string }) =>
      must(
        auth.signUp({
          email,
          password,
          options: { emailRedirectTo: afterMail(from), data: { full_name }, ...captcha.take() },
        }),
      ),
    {
      failed: 'Registration failed',
      done: (_, { email }) => {
        showToast({ title: 'Account created!', text: 'Check your inbox for the verification link and its code.' });
        onDone(email);
      },
    },
  );
  const initial = { full_name: '', email: known, password: '' };
  const form = useForm({ schema: SignUp, initial, mutation: signUp, checksOnLeave: true });
  return (
    <AuthForm form={form} label="Sign Up" busyLabel="Creating your account…">
      <Field label="Full Name" autoComplete="name" required {...form.field('full_name')} />
      <Field label="Email" type="email" autoComplete="email" required {...form.field('email')} />
      <Field label="Password" type="password" autoComplete="new-password" required {...form.field('password')} />
      {captcha.widget}
      <LegalNote doing="signing up" />
    </AuthForm>
  );
}
