import { Field } from '../../../../ui/fields/field.tsx';
import { showToast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../use-form.ts';
import { useAuthAction } from './account.queries.ts';
import { AuthForm } from '../auth-form.tsx';
import { NameOnly } from '../credentials.ts';

export function NameForm({ name }: { name: string }) {
  const change = useAuthAction(
    ({ auth, must }, { full_name }: { full_name: string }) => must(auth.updateUser({ data: { full_name } })),
    {
      done: () => showToast({ title: 'Name changed' }),
    },
  );
  const form = useForm({ schema: NameOnly, initial: { full_name: name }, mutation: change, checksOnLeave: true });
  return (
    <AuthForm form={form} isQuiet label="Change name" busyLabel="Changing…">
      <Field label="Your name" autoComplete="name" required {...form.field('full_name')} />
    </AuthForm>
  );
}
