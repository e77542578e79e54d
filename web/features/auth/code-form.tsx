import { textOfError } from '../../session/auth-error-text.ts';
import { Field } from '../../ui/field.tsx';
import { AuthForm } from './auth-form.tsx';
import { CodeOnly } from './credentials.ts';
import { useFields } from './use-fields.ts';

/** Six digits from an authenticator app or a text message. */
export function CodeForm({
  label,
  isBusy,
  error,
  onCode,
}: {
  label: string;
  isBusy: boolean;
  error: Error | null;
  onCode: (code: string) => void;
}) {
  const { input, submit, hasErrors } = useFields(CodeOnly, ({ code }) => onCode(code));
  return (
    <AuthForm onSubmit={submit} label={label} isBusy={isBusy} hasErrors={hasErrors} error={error && textOfError(error)}>
      <Field label="Code" inputMode="numeric" autoComplete="one-time-code" maxLength={6} required {...input('code')} />
    </AuthForm>
  );
}
