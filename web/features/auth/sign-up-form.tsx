import { textOfError } from '../../session/auth-error-text.ts';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAuthAction } from './account.queries.ts';
import { AuthForm } from './auth-form.tsx';
import { SignUp } from './credentials.ts';
import { useFields } from './use-fields.ts';

/** Make an account. `onDone` is told the address, which may have to be confirmed before the first sign-in. */
export function SignUpForm({ onDone }: { onDone: (email: string) => void }) {
  const signUp = useAuthAction(
    ({ auth, must }, { email, password, full_name }: { email: string; password: string; full_name: string }) =>
      must(auth.signUp({ email, password, options: { emailRedirectTo: location.origin, data: { full_name } } })),
    {
      failed: 'Registration failed',
      done: (_, { email }) => {
        showToast({ title: 'Account created!', text: 'Check your inbox for the verification link.' });
        onDone(email);
      },
    },
  );
  const { input, submit, hasErrors } = useFields(SignUp, (person) => signUp.mutate(person));
  return (
    <AuthForm
      onSubmit={submit}
      label={signUp.isPending ? 'Creating your account…' : 'Sign Up'}
      isBusy={signUp.isPending}
      hasErrors={hasErrors}
      error={signUp.error && textOfError(signUp.error)}
    >
      <Field label="Full Name" autoComplete="name" required {...input('full_name')} />
      <Field label="Email" type="email" autoComplete="email" required {...input('email')} />
      <Field label="Password" type="password" autoComplete="new-password" required {...input('password')} />
    </AuthForm>
  );
}
