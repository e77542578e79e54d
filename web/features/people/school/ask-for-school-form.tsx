import { AskForSchool } from '../../../../worker/contract/people/school.ts';
import { unwrap } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { formSchema, forContract, useForm } from '../../../use-form.ts';
import s from '../auth/auth.module.css';
import { useSchoolStep } from './school.queries.ts';

const EMPTY = { name: '', domain: '' };
const Ask = formSchema((values: typeof EMPTY) => forContract(AskForSchool, values));

export function AskForSchoolForm({ userId }: { userId: string }) {
  const ask = useSchoolStep(
    userId,
    (api, json: typeof EMPTY) => unwrap(api.my.school.asks.$post({ json })),
    () => showToast({ title: 'Sent', text: 'We’ll email you our answer.' }),
  );
  const form = useForm({ schema: Ask, initial: EMPTY, mutation: ask });
  return (
    <form className={s.form} {...form.props}>
      <Field label="Name of the school" autoComplete="organization" required {...form.field('name')} />
      <Field
        label="What follows the @ in its email addresses"
        prefix="@"
        autoComplete="off"
        placeholder="school.edu"
        required
        {...form.field('domain')}
      />
      <Alert>{form.error?.message}</Alert>
      <button type="submit" className="button" disabled={form.isBusy} aria-busy={form.isBusy}>
        {form.isBusy ? 'Sending…' : 'Ask us to add it'}
      </button>
    </form>
  );
}
