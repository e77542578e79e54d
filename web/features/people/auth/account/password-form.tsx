import { Field } from '../../../../ui/fields/field.tsx';
import { showToast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../use-form.ts';
import { useAuthAction } from './account.queries.ts';
import { AuthForm } from '../auth-form.tsx';
import { PasswordOnly } from '../credentials.ts';

/** The service ends every other session after a new password is saved. */
export function PasswordForm({
  email,
  isQuiet = false,
  onDone,
  save,
}: {
  email: string;
  isQuiet?: boolean;
  onDone?: () => void;
  /** Without `save`, the form changes the password of the signed-in user. */
  save?: (password: string) => Promise<void>;
}) {
  const change = useAuthAction<{ password: string }, unknown>(
    ({ auth, must }, { password }) => save?.(password) ?? must(auth.updateUser({ password })),
    {
      done: () => {
        showToast({ title: 'Password changed' });
        form.reset({ password: '' });
        onDone?.();
      },
    },
  );
  const form = useForm({ schema: PasswordOnly, initial: { password: '' }, mutation: change, checksOnLeave: true });
  return (
    <AuthForm form={form} isQuiet={isQuiet} label="Change password" busyLabel="Changing…">
      {/* Tells password managers which account the password belongs to. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      <Field label="New password" type="password" autoComplete="new-password" required {...form.field('password')} />
    </AuthForm>
  );
}
