import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '../../../api.ts';
import { useUserId } from '../../../session/session.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import type { OwnPasses } from '../pass/own-passes.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { fromFriendsQuery } from './given.queries.ts';
import s from './given.module.css';

export function FromFriend({ id, kind, isIn }: { id: string; kind: OwnPasses['kind']; isIn: boolean }) {
  const api = useApi();
  const navigate = useNavigate();
  const user_id = useUserId() ?? '';
  const { data } = useQuery(fromFriendsQuery(api, user_id));
  const [isAsked, setAsked] = useState(false);
  const back = useAction(() => unwrap(api['ticket-requests'][':id'].given.back.$post({ param: { id } })), {
    reads: ['mine'],
    done: () => {
      showToast({ title: 'Ticket given back' });
      void navigate({ to: '/my-tickets' });
    },
  });
  const ticket = data?.find(({ request_id }) => request_id === id);
  if (!ticket) return null;
  const from = ticket.from ?? 'A student';
  return (
    <section className={s.part} aria-label="Who gave you this ticket">
      <p dir="auto">
        <b>{from}</b> gave you this ticket and paid for it. If something is wrong, tell them: they can report it.
        {kind === 'file' && ' They may have opened its file before, so they may have the code, too.'}
      </p>
      {!isIn && (
        <p>
          <button type="button" className="button" onClick={() => setAsked(true)}>
            Give it back
          </button>
        </p>
      )}
      {isAsked && (
        <ConfirmDialog
          title="Give this ticket back?"
          confirm="Give it back"
          keep="Keep it"
          isBusy={back.isPending}
          onConfirm={() => back.mutate(undefined, { onSettled: () => setAsked(false) })}
          onClose={() => setAsked(false)}
        >
          <p>
            {from} then has the ticket again, and your code no longer works. You can give it back only to {from}.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
