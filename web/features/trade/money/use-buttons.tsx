import { priceText } from '../../../../worker/contract/trade/money.ts';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { moneyCalls } from './money.queries.ts';
import { NEEDS_ANOTHER } from './money-words.ts';

export function useButtons() {
  const api = useApi();
  const calls = moneyCalls(api);
  const approve = useAction(calls.approve, {
    done: ({ amount }) => showToast({ title: `${priceText(amount)} goes back to the buyer` }),
  });
  const drop = useAction(calls.drop, { done: () => showToast({ title: 'Refund dropped' }) });
  const retry = useAction(calls.retry, { done: () => showToast({ title: 'Trying the refund again' }) });
  const settle = useAction(calls.settle, { done: () => showToast({ title: 'Checked again' }) });
  const movePayout = useAction(calls.movePayout, {
    done: ({ waits }) => showToast(waits ? NEEDS_ANOTHER : { title: 'The payout is released' }),
  });
  const isBusy = [approve, drop, retry, settle, movePayout].some(({ isPending }) => isPending);
  const button = (name: string, onClick: () => void) => (
    <button type="button" className="button" disabled={isBusy} onClick={onClick}>
      {name}
    </button>
  );
  return { approve, drop, retry, settle, movePayout, button };
}
