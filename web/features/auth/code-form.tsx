import { Field } from '../../ui/field.tsx';
import { type FormMutation, useForm } from '../../use-form.ts';
import { AuthForm } from './auth-form.tsx';
import { CodeOnly } from './credentials.ts';

/** Six digits from an authenticator app or a text message, sent by `verify`. */
export function CodeForm({ label, verify }: { label: string; verify: FormMutation<{ code: string }> }) {
  const form = useForm({ schema: CodeOnly, initial: { code: '' }, mutation: verify, checksOnLeave: true });
  return (
    <AuthForm form={form} label={label} busyLabel="Checking…">
      <Field label="Code" inputMode="numeric" autoComplete="one-time-code" maxLength={6} required {...form.field('code')} />
    </AuthForm>
  );
}
