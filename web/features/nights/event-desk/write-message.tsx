import { useState } from 'react';
import { MESSAGE_LENGTH, MESSAGES_A_DAY, SendMessage } from '../../../../worker/contract/nights/events/desk.ts';
import type { MessageAudience } from '../../../../drizzle/vocabulary.ts';
import s from '../../../admin-ui/admin.module.css';
import { FormButtons } from '../../../admin-ui/form-buttons.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { readForm } from '../../../use-form.ts';
import desk from './desk.module.css';
import { type Desk, deskCalls } from './desk.queries.ts';
import { peopleCount } from './people-count.ts';

const WHO: Record<MessageAudience, string> = {
  all: 'Everyone on the waitlist',
  pending: 'People still waiting',
  accepted: 'Accepted people',
};

/** Each preview makes an Idempotency-Key, so a second click does not send the message again. */
export function WriteMessage({ desk: { event, waitlist }, onClose }: { desk: Desk; onClose: () => void }) {
  const api = useApi();
  const [draft, setDraft] = useState<SendMessage>({ audience: 'all', body: '' });
  const [problem, setProblem] = useState<string>();
  const [ready, setReady] = useState<{ message: SendMessage; key: string }>();
  const send = useAction(deskCalls(api, event.id).sendMessage, {
    done: ({ recipients }) => {
      showToast({ title: 'Message sent', text: `It goes to ${peopleCount(recipients)}.` });
      onClose();
    },
  });
  const numbers = { all: waitlist.pending + waitlist.accepted, pending: waitlist.pending, accepted: waitlist.accepted };
  const preview = () => {
    const { output, problems } = readForm(SendMessage, draft);
    setProblem(problems?.['body']);
    if (output) setReady({ message: output, key: crypto.randomUUID() });
  };
  return (
    <Dialog
      title={ready ? 'Send this message?' : 'Write to the waitlist'}
      locked={draft.body !== '' || send.isPending}
      onClose={onClose}
    >
      <form
        className={s.form}
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (!ready) preview();
          else if (!send.isPending) send.mutate(ready);
        }}
      >
        {ready ? (
          <>
            <p>
              <b>This goes to {peopleCount(numbers[ready.message.audience])}</b>, one email each.
            </p>
            <blockquote className={desk.preview}>
              <b>News about {event.title}</b>
              <p>{ready.message.body}</p>
              <p className={s.small}>
                The organizer of {event.title} wrote this. You’re getting it because you joined the waitlist for this
                night.
              </p>
            </blockquote>
            <Alert>{send.error?.message}</Alert>
          </>
        ) : (
          <>
            <SelectField
              label="To"
              value={draft.audience}
              onChange={({ target }) => setDraft({ ...draft, audience: target.value as MessageAudience })}
            >
              {Object.entries(WHO).map(([audience, words]) => (
                <option key={audience} value={audience}>
                  {words}: {peopleCount(numbers[audience as MessageAudience])}
                </option>
              ))}
            </SelectField>
            <TextAreaField
              label="Message"
              name="body"
              rows={7}
              value={draft.body}
              error={problem}
              onChange={({ target }) => setDraft({ ...draft, body: target.value })}
            />
            <p className={s.small}>
              {draft.body.length} of {MESSAGE_LENGTH} characters. A waitlist gets at most {MESSAGES_A_DAY} messages in
              24 hours.
            </p>
          </>
        )}
        <FormButtons
          isBusy={send.isPending}
          disabled={send.isPending || (ready && numbers[ready.message.audience] === 0)}
          back={ready && 'Back'}
          onBack={() => (ready ? setReady(undefined) : onClose())}
        >
          {ready ? `Send to ${peopleCount(numbers[ready.message.audience])}` : 'Preview'}
        </FormButtons>
      </form>
    </Dialog>
  );
}
