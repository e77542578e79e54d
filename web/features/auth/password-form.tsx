import { copyOfError } from '../../auth-copy.ts';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAuthAction } from './account.queries.ts';
import { AuthForm } from './auth-form.tsx';
import { PasswordOnly } from './credentials.ts';
import { useFields } from './use-fields.ts';

/** Sets a new password. The service ends every other session of the account. */
export function PasswordForm({ onDone }: { onDone?: () => void }) {
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
      label={change.isPending ? 'Changing…' : 'Change password'}
      isBusy={change.isPending}
      hasErrors={hasErrors}
      error={change.error && copyOfError(change.error)}
    >
      <Field label="New password" type="password" autoComplete="new-password" required {...input('password')} />
    </AuthForm>
  );
}
