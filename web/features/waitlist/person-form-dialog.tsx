import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { PersonFields, stripAt } from '../../../worker/contract/people.ts';
import { ApiError } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.ts';
import { keepPersonDraft, type PersonDraft, readPersonDraft } from './person-draft.ts';
import s from './person-form-dialog.module.css';

const FIELDS = [
  { name: 'name', label: 'Full Name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email Address', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Phone Number', type: 'tel', autoComplete: 'tel' },
  { name: 'instagram', label: 'Instagram Handle', type: 'text', prefix: '@', autoComplete: 'off', autoCapitalize: 'none' },
  { name: 'school', label: 'School / University', type: 'text', autoComplete: 'organization' },
] as const;

const Person = v.object(PersonFields);

/** What tells one of the two forms from the other. */
export interface PersonFormTexts {
  title: string;
  submit: string;
  success: { title: string; text: string };
  failure: string;
}

/**
 * The dialog of the waitlist and the reseller application: form, submitting, confirmation. The confirmation is closed only by its
 * buttons. What is typed survives a failed submit and a reload, and is forgotten when the dialog is closed.
 */
export function PersonFormDialog({
  form,
  texts,
  intro,
  send,
  onClose,
}: {
  form: string;
  texts: PersonFormTexts;
  intro: ReactNode;
  send: (person: v.InferOutput<typeof Person>) => Promise<void>;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => readPersonDraft(form));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const element = useRef<HTMLFormElement>(null);
  const done = useRef<HTMLButtonElement>(null);
  const show = (found: Record<string, string>) => {
    setErrors(found);
    const first = FIELDS.find(({ name }) => name in found);
    if (first) element.current?.querySelector<HTMLInputElement>(`[name=${first.name}]`)?.focus();
  };
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: send,
    networkMode: 'always',
    retry: false,
    onSuccess: () => {
      keepPersonDraft(form, null);
      showToast(texts.success);
    },
    onError: (failed) => {
      const fields = failed instanceof ApiError ? failed.fields : {};
      show(fields);
      if (Object.keys(fields).length === 0) showToast({ title: 'Error', text: texts.failure, isDestructive: true });
    },
  });

  useEffect(() => {
    if (isSuccess) done.current?.focus();
  }, [isSuccess]);

  const change = (name: keyof PersonDraft, typed: string) => {
    const next = { ...draft, [name]: name === 'instagram' ? stripAt(typed) : typed };
    setDraft(next);
    keepPersonDraft(form, next);
    if (errors[name]) setErrors(({ [name]: _mended, ...others }) => others);
  };

  const submit = () => {
    const parsed = v.safeParse(Person, draft);
    show(parsed.success ? {} : firstIssues(parsed.issues));
    if (parsed.success) mutate(parsed.output);
  };

  const close = () => {
    keepPersonDraft(form, null);
    onClose();
  };

  return (
    <Dialog title={isSuccess ? texts.success.title : texts.title} locked={isSuccess || isPending} onClose={close}>
      {isSuccess ? (
        <form method="dialog" className={s.form}>
          <output>{texts.success.text}</output>
          <button ref={done} className="button primary">
            Got it
          </button>
        </form>
      ) : (
        <form
          ref={element}
          className={s.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {intro}
          {FIELDS.map(({ name, ...field }) => (
            <Field
              key={name}
              {...field}
              name={name}
              required
              value={draft[name]}
              error={errors[name]}
              onChange={(event) => change(name, event.target.value)}
            />
          ))}
          {error && Object.keys(errors).length === 0 && (
            <p className={s.failure} role="alert">
              {isRefusal(error) ? error.message : texts.failure}
            </p>
          )}
          <button type="submit" className="button primary" disabled={isPending}>
            {isPending ? 'Submitting...' : texts.submit}
          </button>
        </form>
      )}
    </Dialog>
  );
}

/** A refusal with a reason of its own, as a closed waitlist; without fields and not a failure of ours. */
function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 422;
}

function firstIssues(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[String(issue.path?.[0]?.key)] ??= issue.message;
  return fields;
}
