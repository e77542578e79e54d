import { useRef, useState } from 'react';
import * as v from 'valibot';
import { NOTE_MAX, ReportMessage } from '../../../../worker/contract/talk/chat.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { useForm } from '../../../use-form.ts';
import s from './chat-people.module.css';
import { safetyCalls } from './my-chat.queries.ts';
import { REASON_WORDS } from './report-words.ts';

export interface MessageDialogAbout {
  slug: string;
  id: string;
  user_id: string;
  name: string;
  body: string;
  isBlocked: boolean;
}

export function MessageDialog({ onClose, ...about }: MessageDialogAbout & { onClose: () => void }) {
  const api = useApi();
  const content = useRef<HTMLDivElement>(null);
  const [isReporting, setReporting] = useState(false);
  const close = () => content.current?.closest('dialog')?.close();
  const { name, user_id, isBlocked } = about;
  const change = useAction(safetyCalls(api).setBlocked, {
    reads: ['mine'],
    done: (_, { to }) => {
      close();
      showToast(
        to
          ? {
              title: `${name} is blocked`,
              text: 'Their messages are hidden from you. You can unblock them on your account page.',
            }
          : { title: `${name} is no longer blocked` },
      );
    },
  });
  return (
    <Dialog title={isReporting ? 'Report this message' : `Message from ${name}`} onClose={onClose}>
      <div ref={content} className={s.about}>
        <blockquote className={s.quote} dir="auto">
          {about.body}
        </blockquote>
        {isReporting ? (
          <ReportForm about={about} onDone={close} />
        ) : (
          <>
            <button type="button" className="button" onClick={() => setReporting(true)}>
              Report this message
            </button>
            <button
              type="button"
              className="button"
              disabled={change.isPending}
              onClick={() => change.mutate({ user_id, to: !isBlocked })}
            >
              {isBlocked ? 'Unblock' : 'Block'} {name}
            </button>
            {!isBlocked && (
              <p className="muted">
                Blocking hides {name}’s messages for you, and {name} can no longer notify you. They won’t know.
              </p>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function ReportForm({ about: { slug, id, name }, onDone }: { about: MessageDialogAbout; onDone: () => void }) {
  const api = useApi();
  const send = useAction(safetyCalls(api).report, {
    reads: [],
    done: () => {
      onDone();
      showToast({ title: 'Report sent', text: 'Thanks. Our staff will review it.' });
    },
  });
  const form = useForm({
    schema: v.pipe(
      v.object({ reason: ReportMessage.entries.reason, note: v.string() }),
      v.transform((json) => ({ slug, id, json })),
    ),
    initial: { reason: 'scam', note: '' },
    mutation: send,
  });
  return (
    <form className={s.about} {...form.props}>
      <SelectField label="What is wrong with it?" {...form.field('reason')}>
        {Object.entries(REASON_WORDS).map(([reason, words]) => (
          <option key={reason} value={reason}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Anything else that staff should know? (optional)"
        rows={3}
        maxLength={NOTE_MAX}
        {...form.field('note')}
      />
      <p className="muted">Staff see the message and your note. {name} won’t know who reported it.</p>
      <Alert>{form.error?.message}</Alert>
      <button type="submit" className="button primary" disabled={form.isBusy} aria-busy={form.isBusy}>
        Send report
      </button>
    </form>
  );
}
