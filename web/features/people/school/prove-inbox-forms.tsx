import { ProveSchool, SchoolCode } from '../../../../worker/contract/people/school.ts';
import { unwrap } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { formSchema, forContract, useForm } from '../../../use-form.ts';
import s from '../auth/auth.module.css';
import { CodeField } from '../auth/code-form.tsx';
import { useSchoolStep } from './school.queries.ts';

const Inbox = formSchema((values: { email: string }) => forContract(ProveSchool, values));
const Code = formSchema((values: { code: string }) => forContract(SchoolCode, values));

export function InboxForm({ userId, isAgain }: { userId: string; isAgain: boolean }) {
  const send = useSchoolStep(
    userId,
    (api, json: { email: string }) => unwrap(api.my.school.$post({ json })),
    () => showToast({ title: 'Code sent', text: 'Check your school inbox.' }),
  );
  const form = useForm({ schema: Inbox, initial: { email: '' }, mutation: send });
  return (
    <form className={s.form} {...form.props}>
      <Field
        label="School email address"
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder="name@school.edu"
        required
        {...form.field('email')}
      />
      <Alert>{form.error?.message}</Alert>
      <button
        type="submit"
        className={isAgain ? 'button' : 'button primary'}
        disabled={form.isBusy}
        aria-busy={form.isBusy}
      >
        {form.isBusy ? 'Sending…' : isAgain ? 'Send another code' : 'Send me a code'}
      </button>
    </form>
  );
}

export function CodeEntry({ userId }: { userId: string }) {
  const enter = useSchoolStep(
    userId,
    (api, json: { code: string }) => unwrap(api.my.school.code.$post({ json })),
    () => showToast({ title: 'You have your badge' }),
  );
  const form = useForm({ schema: Code, initial: { code: '' }, mutation: enter });
  return (
    <form className={s.form} {...form.props}>
      <CodeField label="Code" {...form.field('code')} change={(code) => form.change({ code })} />
      <Alert>{form.error?.message}</Alert>
      <button type="submit" className="button primary" disabled={form.isBusy} aria-busy={form.isBusy}>
        {form.isBusy ? 'Checking…' : 'Verify my inbox'}
      </button>
    </form>
  );
}
