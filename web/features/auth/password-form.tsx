import { textOfError } from '../../session/auth-error-text.ts';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAuthAction } from './account.queries.ts';
import { AuthForm } from './auth-form.tsx';
import { PasswordOnly } from './credentials.ts';
import { useFields } from './use-fields.ts';

/** Sets a new password for the account of `email`. The service ends every other session of it. */
export function PasswordForm({ email, isQuiet = false, onDone }: { email: string; isQuiet?: boolean; onDone?: () => void }) {
  const change = useAuthAction(({ auth, must }, { password }: { password: string }) => must(auth.updateUser({ password })), {
    done: () => {
      showToast({ title: 'Password changed' });
      clear();
      onDone?.();
    },
  });
  const { input, submit, hasErrors, clear } = useFields(PasswordOnly, (chosen) => change.mutate(chosen));
  return (
    <AuthForm
      onSubmit={submit}
      isQuiet={isQuiet}
      label={change.isPending ? 'Changing…' : 'Change password'}
      isBusy={change.isPending}
      hasErrors={hasErrors}
      error={change.error && textOfError(change.error)}
    >
      {/* For password managers: whose password this is. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      <Field label="New password" type="password" autoComplete="new-password" required {...input('password')} />
    </AuthForm>
  );
}
