import { WHEN_PAID } from '../../../../worker/contract/trade/selling/payout-schedule.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { UNDO_MS } from '../../../../worker/contract/staff/undo.ts';
import { type ApiClient, unwrap } from '../../../api.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast, type ToastMessage } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';

import { isSquad, ONE_ANSWER } from '../payments/group-words.ts';
import { OtherSide, totalOf } from '../resale/other-side.tsx';
import { type MyRequest, TOUCHED } from '../resale/resale.queries.ts';
import { useUndoAnswer } from './use-undo-answer.ts';

export type RequestAction = 'accept' | 'decline' | 'cancel';

const TEXTS: Record<
  RequestAction,
  { title: string; confirm: string; keep: string; after: string; done: ToastMessage }
> = {
  accept: {
    title: 'Accept this request?',
    confirm: 'Accept',
    keep: 'Not yet',
    after: 'You can undo this for ten seconds. After that, we tell the buyer.',
    done: { title: 'Request accepted', text: 'We tell the buyer in ten seconds. Keep the tickets safe.' },
  },
  decline: {
    title: 'Decline this request?',
    confirm: 'Decline',
    keep: 'Not yet',
    after: 'Then the tickets are on sale again. You can undo this for ten seconds. After that, we tell the buyer.',
    done: { title: 'Request declined', text: 'We tell the buyer in ten seconds. Then the tickets are on sale again.' },
  },
  cancel: {
    title: 'Cancel this request?',
    confirm: 'Cancel request',
    keep: 'Keep it',
    after: 'Then the tickets are on sale again, and somebody else may take them. Nothing was charged.',
    done: { title: 'Request canceled', text: 'Nothing was charged.' },
  },
};

const callOf = (api: ApiClient, { request: { id }, to }: { request: MyRequest; to: RequestAction }) =>
  unwrap(api['ticket-requests'][':id'][to].$post({ param: { id } }));

export function RequestActionDialog({
  request,
  to,
  onClose,
}: {
  request: MyRequest;
  to: RequestAction;
  onClose: () => void;
}) {
  const api = useApi();
  const { done, after, ...texts } = TEXTS[to];
  const undo = useUndoAnswer();
  const isUndoable = to !== 'cancel';
  const ofSquad = request.group ? isSquad(request.group) : false;
  const move = useAction(() => callOf(api, { request, to }), {
    done: () =>
      showToast(
        isUndoable ? { ...done, openMs: UNDO_MS, action: { label: 'Undo', run: () => undo.mutate(request.id) } } : done,
      ),
    reads: TOUCHED,
  });
  return (
    <ConfirmDialog
      {...texts}
      isGood={to === 'accept'}
      isBusy={move.isPending}
      onConfirm={() => move.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>
        <b>{ticketCount(request.quantity)}</b> for <b>{request.event.title}</b> at {priceText(request.offered_price)}
        {request.quantity === 1 ? '' : ' each'},{' '}
        <b>
          {priceText(request.payment?.total ?? totalOf(request))} in total{request.payment?.total ? ' with fees' : ''}
        </b>
        .
      </p>
      <OtherSide request={request} />
      <p>
        {to === 'accept' && !request.group && 'Then the tickets are theirs. '}
        {after}
      </p>
      {ofSquad && <p>{to === 'cancel' ? 'Your whole squad ends, and nobody is charged.' : ONE_ANSWER}</p>}
      {request.payment && <p>{aboutMoney({ ...request.payment, isInGroup: request.group !== null }, to)}</p>}
    </ConfirmDialog>
  );
}

function aboutMoney(
  { status, receives, isInGroup }: NonNullable<MyRequest['payment']> & { isInGroup: boolean },
  to: RequestAction,
): string {
  if (to === 'accept') {
    const you = `You receive ${priceText(receives ?? 0)} ${WHEN_PAID}.`;
    const when = isInGroup ? 'once every seller of the group has accepted' : 'when you accept';
    return `The buyer’s card is authorized. We charge it ${when}. ${you}`;
  }
  return status === 'authorized' ? 'The hold on the card ends within a few days.' : 'No card was authorized.';
}
