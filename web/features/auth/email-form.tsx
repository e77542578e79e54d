import { Field } from '../../ui/field.tsx';
import { useForm } from '../../use-form.ts';
import { useAuthAction } from './account.queries.ts';
import { AuthForm } from './auth-form.tsx';
import s from './auth.module.css';
import { EmailOnly } from './credentials.ts';

/** Changes the address of the account. The change happens once both addresses are confirmed by mail. */
export function EmailForm({ pending }: { pending: string | undefined }) {
  const change = useAuthAction(
    ({ auth, must }, { email }: { email: string }) => must(auth.updateUser({ email }, { emailRedirectTo: `${location.origin}/account` })),
    { done: () => form.reset({ email: '' }) },
  );
  const form = useForm({ schema: EmailOnly, initial: { email: '' }, mutation: change, checksOnLeave: true });
  return (
    <>
      {pending && <output className={s.notice}>We sent a link to your address and to {pending}. Open both to finish the change.</output>}
      <AuthForm form={form} isQuiet label="Change email" busyLabel="Sending…">
        <Field label="New email" type="email" autoComplete="email" required {...form.field('email')} />
      </AuthForm>
    </>
  );
}
