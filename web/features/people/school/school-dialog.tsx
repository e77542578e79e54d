import { AddSchool } from '../../../../worker/contract/people/admin-schools.ts';
import s from '../../../admin-ui/admin.module.css';
import { FormButtons } from '../../../admin-ui/form-buttons.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { formSchema, forContract, useForm } from '../../../use-form.ts';
import { type AdminSchool, saveSchool } from './admin-schools.queries.ts';
import { readDomains, type SchoolText, schoolText } from './school-form.ts';

const School = formSchema(({ name, city, domains: text }: SchoolText) => {
  const { domains, wrong } = readDomains(text);
  return wrong === undefined
    ? forContract(AddSchool, { name, city, domains })
    : { problems: { domains: `We can’t read this line: ${wrong}` } };
});

/** Without a `school`, the form is for a new school and starts with `initial`. */
export function SchoolDialog({
  school,
  initial,
  onClose,
}: {
  school: AdminSchool | null;
  initial: SchoolText;
  onClose: () => void;
}) {
  const api = useApi();
  const save = useAction((form: Parameters<typeof saveSchool>[1]['form']) => saveSchool(api, { seen: school, form }), {
    done: ({ name }) => {
      showToast({ title: 'School saved', text: name });
      form.close();
    },
  });
  const form = useForm({ schema: School, initial: school ? schoolText(school) : initial, mutation: save });
  return (
    <Dialog title={school ? 'Edit school' : 'New school'} locked={form.isTouched || form.isBusy} onClose={onClose}>
      <form className={s.form} {...form.props}>
        <Field label="Name" required autoComplete="off" {...form.field('name')} />
        <Field label="City" required autoComplete="off" {...form.field('city')} />
        <TextAreaField
          label="Email domains, one per line"
          rows={5}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('domains')}
        />
        <p className="muted">
          After each domain, write student, shared, alumni or staff. Add “subdomains” to include subdomains, and “=
          other.edu” if both domains lead to the same inboxes. Alumni and staff addresses are refused.
        </p>
        <Alert>{form.error?.message}</Alert>
        <FormButtons isBusy={form.isBusy} onBack={form.close}>
          Save
        </FormButtons>
      </form>
    </Dialog>
  );
}
