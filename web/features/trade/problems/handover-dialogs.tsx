import { useRouteContext } from '@tanstack/react-router';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { unwrap } from '../../../api.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { type MyRequest, TOUCHED } from '../resale/resale.queries.ts';

interface OfRequest {
  request: MyRequest;
  onClose: () => void;
}

/** Asks the seller to confirm that the tickets are sent, because we then tell the buyer. */
export function DeliveredDialog({ request, onClose }: OfRequest) {
  const { api } = useRouteContext({ from: '__root__' });
  const say = useAction(() => unwrap(api['ticket-requests'][':id'].delivered.$post({ param: { id: request.id } })), {
    done: () =>
      showToast({
        title: 'Tickets sent',
        text: 'We told the buyer. The money stays on hold until they have the tickets.',
      }),
    reads: TOUCHED,
  });
  return (
    <ConfirmDialog
      title="Did you send the tickets?"
      confirm="I sent the tickets"
      keep="Not yet"
      isGood
      isBusy={say.isPending}
      onConfirm={() => say.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>
        <b>{ticketCount(request.quantity)}</b> for <b>{request.event.title}</b>
        {request.receiver && (
          <>
            , sent to <b>{request.receiver}</b>
          </>
        )}
        .
      </p>
      <p>Confirm only once they are sent. We then tell the buyer, and you can’t undo it.</p>
    </ConfirmDialog>
  );
}

/** Asks the buyer to confirm that they have the tickets, because the seller is then paid. */
export function ReceivedDialog({ request, onClose }: OfRequest) {
  const { api } = useRouteContext({ from: '__root__' });
  const handover = request.payment?.handover;
  const say = useAction(() => unwrap(api['ticket-requests'][':id'].received.$post({ param: { id: request.id } })), {
    done: () => showToast({ title: 'Tickets received', text: 'We told the seller.' }),
    reads: TOUCHED,
  });
  return (
    <ConfirmDialog
      title="Do you have the tickets?"
      confirm="I have them"
      keep="Not yet"
      isGood
      isBusy={say.isPending}
      onConfirm={() => say.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>
        <b>{ticketCount(request.quantity)}</b> for <b>{request.event.title}</b>.
      </p>
      {handover?.status === 'due' && (
        <p>
          The seller hasn’t said yet that{' '}
          {handover.kind === 'name_list' ? 'your name is on the list' : 'they sent them'}.
        </p>
      )}
      <p>
        Open them first, and check the night and the number. Then payment protection ends and the seller is paid. This
        can’t be undone.
      </p>
    </ConfirmDialog>
  );
}
