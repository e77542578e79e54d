import type { ComponentProps } from 'react';
import { Field } from '../../../ui/fields/field.tsx';
import { type FormMutation, useForm } from '../../../use-form.ts';
import { AuthForm } from './auth-form.tsx';
import { CodeOnly, digitsOf } from './credentials.ts';

/** `change` gets only the digits. */
export function CodeField({
  change,
  ...input
}: Omit<ComponentProps<typeof Field>, 'onChange'> & { change: (code: string) => void }) {
  return (
    <Field
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      {...input}
      onChange={({ target }) => change(digitsOf(target.value))}
    />
  );
}

export function CodeForm({
  label,
  fieldLabel = 'Code',
  verify,
  isQuiet = false,
}: {
  label: string;
  /** The label of the code field, for a page with several code forms. */
  fieldLabel?: string;
  verify: FormMutation<{ code: string }>;
  /** True when the page has another main action. */
  isQuiet?: boolean;
}) {
  const form = useForm({ schema: CodeOnly, initial: { code: '' }, mutation: verify, checksOnLeave: true });
  return (
    <AuthForm form={form} label={label} busyLabel="Checking…" isQuiet={isQuiet}>
      <CodeField label={fieldLabel} {...form.field('code')} change={(code) => form.change({ code })} />
    </AuthForm>
  );
}
