import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { showToast } from '../../../ui/toast.ts';
import s from '../../../admin-ui/admin.module.css';
import { deliveryError, sendDelivery } from './ingest.queries.ts';
import { problemsOf, sampleDelivery } from './sample-delivery.ts';

const FAILED = 'Failed to create event';

const sample = () => sampleDelivery({ now: new Date(), origin: location.origin });

const say = (error: string | null) => error !== null && showToast({ title: 'Error', text: error, isDestructive: true });

export function WebhookTester() {
  const queryClient = useQueryClient();
  const [text, setText] = useState(sample);
  const problems = problemsOf(text);
  const send = useMutation({
    mutationFn: sendDelivery,
    networkMode: 'always',
    retry: false,
    onSuccess: (answer) => say(deliveryError(answer, FAILED)),
    onError: () => say(FAILED),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  });
  return (
    <form
      className={s.form}
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(text);
      }}
    >
      <TextAreaField
        label="Delivery (JSON)"
        code
        value={text}
        error={problems.join(' ') || undefined}
        onChange={(e) => setText(e.target.value)}
      />
      <p className={s.row}>
        <button
          type="submit"
          className="button primary"
          disabled={problems.length > 0 || send.isPending}
          aria-busy={send.isPending}
        >
          {send.isPending ? 'Sending...' : 'Send'}
        </button>
        <button type="button" className="button" onClick={() => setText(sample())}>
          Reset to sample
        </button>
      </p>
      <output aria-label="Answer">
        {send.data && (
          <>
            <p className={s.row}>
              <Badge
                tone={deliveryError(send.data, FAILED) === null ? 'good' : 'bad'}
              >{`Status ${send.data.status}`}</Badge>
              <span className="muted">{send.data.duration_ms} ms</span>
            </p>
            <pre className={s.json}>{JSON.stringify(send.data.body, null, 2)}</pre>
          </>
        )}
        {send.isError && <p className={s.error}>{FAILED}. The server didn’t answer.</p>}
      </output>
    </form>
  );
}
