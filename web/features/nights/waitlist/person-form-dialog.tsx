import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import * as v from 'valibot';
import { PersonFields, stripAt } from '../../../../worker/contract/people/people.ts';
import { ApiError, requestOf } from '../../../api.ts';
import { type SessionUser, useSession } from '../../../session/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useForm } from '../../../use-form.ts';
import { LegalNote } from '../../../common/legal/legal-note.tsx';
import { keepPersonDraft, readPersonDraft } from './person-draft.ts';
import s from './person-form-dialog.module.css';

const Person = v.object(PersonFields);

export interface PersonFormTexts {
  title: string;
  submit: string;
  success: { title: string; text: string };
  failure: string;
}

/**
 * A form for a person's name and contact details. Typed values survive a failed submit and a reload, and are deleted
 * when the dialog closes. The success message closes only by its button, not by Escape or a click outside.
 */
export function PersonFormDialog({
  form: name,
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
  const session = useSession();
  const done = useRef<HTMLButtonElement>(null);
  const mutation = useMutation({
    mutationFn: send,
    networkMode: 'always',
    retry: false,
    onSuccess: () => {
      keepPersonDraft(name, null);
      showToast(texts.success);
    },
    onError: (failed) => {
      const isAboutFields = failed instanceof ApiError && Object.keys(failed.fields).length > 0;
      if (!isAboutFields) showToast({ title: 'Error', text: texts.failure + requestOf(failed), isDestructive: true });
    },
  });
  const form = useForm({
    schema: Person,
    initial: () => readPersonDraft(name, session.status === 'signed_in' ? knownOf(session.user) : {}),
    mutation,
    onValues: (values) => keepPersonDraft(name, values),
  });
  const { field, isBusy, error } = form;
  const { isSuccess } = mutation;

  useEffect(() => {
    if (isSuccess) done.current?.focus();
  }, [isSuccess]);

  const close = () => {
    keepPersonDraft(name, null);
    onClose();
  };

  return (
    <Dialog title={isSuccess ? texts.success.title : texts.title} locked={isSuccess || isBusy} onClose={close}>
      {isSuccess ? (
        <form method="dialog" className={s.form}>
          <output>{texts.success.text}</output>
          <button ref={done} className="button primary">
            Got it
          </button>
        </form>
      ) : (
        <form className={s.form} {...form.props}>
          {intro}
          <Field label="Full Name" autoComplete="name" required {...field('name')} />
          <Field label="Email Address" type="email" autoComplete="email" required {...field('email')} />
          <Field label="Phone Number" type="tel" autoComplete="tel" required {...field('phone')} />
          <Field
            label="Instagram Handle"
            prefix="@"
            autoComplete="off"
            autoCapitalize="none"
            required
            {...field('instagram')}
            onChange={({ target }) => form.change({ instagram: stripAt(target.value) })}
          />
          <Field label="School / University" autoComplete="organization" required {...field('school')} />
          <Alert>{error && (isRefusal(error) ? error.message : texts.failure + requestOf(error))}</Alert>
          <LegalNote doing="sending this form" />
          <button type="submit" className="button primary" disabled={isBusy}>
            {isBusy ? 'Submitting...' : texts.submit}
          </button>
        </form>
      )}
    </Dialog>
  );
}

function knownOf({ name, email, school = '' }: SessionUser) {
  return { name, email, school };
}

/** True for a refusal with its own reason, such as a closed waitlist. */
function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 422;
}
