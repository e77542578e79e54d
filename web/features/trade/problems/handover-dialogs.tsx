import { useState } from 'react';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { unwrap } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { uploadFile } from '../handover/upload-file.ts';
import s from '../payments/payments.module.css';
import { type MyRequest, TOUCHED } from '../resale/resale.queries.ts';
import { PictureField } from './picture-field.tsx';

interface OfRequest {
  request: MyRequest;
  onClose: () => void;
}

const SENT = {
  title: 'Did you send the tickets?',
  confirm: 'I sent the tickets',
  check: 'Confirm only once they are sent.',
  done: 'Tickets sent',
};
const LISTED = {
  title: 'Is the name on the list?',
  confirm: 'The name is on the list',
  check: 'Confirm only once the door has the name.',
  done: 'Name on the list',
};

export function DeliveredDialog({ request, onClose }: OfRequest) {
  const api = useApi();
  const [picture, setPicture] = useState<File>();
  const kind = request.payment?.handover?.kind;
  const isList = kind === 'name_list';
  const words = isList ? LISTED : SENT;
  const say = useAction(
    async () => {
      const proof_file_id = picture && (await uploadFile(picture, { purpose: 'proof' })).id;
      const body = proof_file_id ? { json: { proof_file_id } } : {};
      return unwrap(api['ticket-requests'][':id'].delivered.$post({ param: { id: request.id }, ...body }));
    },
    {
      done: () => {
        showToast({
          title: words.done,
          text: 'We told the buyer. The money stays on hold until they confirm.',
        });
        onClose();
      },
      reads: TOUCHED,
    },
  );
  return (
    <Dialog title={words.title} locked={say.isPending || picture !== undefined} onClose={onClose}>
      <form
        className={s.form}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          say.mutate();
        }}
      >
        <p>
          <b>{ticketCount(request.quantity)}</b> for <b>{request.event.title}</b>
          {request.receiver && (
            <>
              , {isList ? 'on the list as' : 'sent to'} <b>{request.receiver}</b>
            </>
          )}
          .
        </p>
        {kind === 'transfer' && (
          <PictureField label="A screenshot or photo that shows the transfer" isRequired onPick={setPicture} />
        )}
        <p className="muted">{words.check} We then tell the buyer, and you can’t undo it.</p>
        <Alert>{say.error?.message}</Alert>
        <p className={s.answers}>
          <button type="button" className="button" disabled={say.isPending} onClick={onClose}>
            Not yet
          </button>
          <button type="submit" className="button primary" disabled={say.isPending} aria-busy={say.isPending}>
            {words.confirm}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

export function ReceivedDialog({ request, onClose }: OfRequest) {
  const api = useApi();
  const handover = request.payment?.handover;
  const isList = handover?.kind === 'name_list';
  const isReported = handover?.status === 'problem';
  const say = useAction(() => unwrap(api['ticket-requests'][':id'].received.$post({ param: { id: request.id } })), {
    done: () => showToast({ title: isList ? 'You’re in' : 'Tickets received', text: 'We told the seller.' }),
    reads: TOUCHED,
  });
  return (
    <ConfirmDialog
      title={isList ? 'Did the door let you in?' : `Do you have the tickets${isReported ? ' after all' : ''}?`}
      confirm={isList ? 'I’m in' : 'I have them'}
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
        <p>The seller hasn’t said yet that {isList ? 'your name is on the list' : 'they sent them'}.</p>
      )}
      <p>
        {isList ? 'Confirm once you are through the door.' : 'Open them first, and check the night and the number.'}{' '}
        {isReported && 'This ends your report, and you can’t report these tickets again. '}Then payment protection ends
        and the seller is paid. This can’t be undone.
      </p>
    </ConfirmDialog>
  );
}
