import { textOfError } from '../../session/auth-error-text.ts';
import { Field } from '../../ui/field.tsx';
import { useAuthAction } from './account.queries.ts';
import { AuthForm } from './auth-form.tsx';
import s from './auth.module.css';
import { EmailOnly } from './credentials.ts';
import { useFields } from './use-fields.ts';

/** Asks for another address; it counts once both addresses have agreed by mail. */
export function EmailForm({ pending }: { pending: string | undefined }) {
  const change = useAuthAction(
    ({ auth, must }, { email }: { email: string }) => must(auth.updateUser({ email }, { emailRedirectTo: `${location.origin}/account` })),
    { done: () => clear() },
  );
  const { input, submit, hasErrors, clear } = useFields(EmailOnly, (chosen) => change.mutate(chosen));
  return (
    <>
      {pending && <output className={s.notice}>We sent a link to your address and to {pending}. Open both to finish the change.</output>}
      <AuthForm
        onSubmit={submit}
        isQuiet
        label={change.isPending ? 'Sending…' : 'Change email'}
        isBusy={change.isPending}
        hasErrors={hasErrors}
        error={change.error && textOfError(change.error)}
      >
        <Field label="New email" type="email" autoComplete="email" required {...input('email')} />
      </AuthForm>
    </>
  );
}
