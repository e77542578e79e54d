import { SECOND_PERSON_ABOVE_CENTS } from '../../../../worker/contract/trade/money-desk.ts';
import { dollars, priceText } from '../../../../worker/contract/trade/money.ts';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { type Amount, AmountDialog } from './amount-dialog.tsx';
import { moneyCalls } from './money.queries.ts';

export function RefundDialog({ request_id, left, onClose }: { request_id: string; left: number; onClose: () => void }) {
  const api = useApi();
  const refund = useAction((sent: Amount) => moneyCalls(api).refund({ request_id, ...sent }), {
    done: ({ status, amount }) => {
      showToast({
        title: status === 'asked' ? 'A second admin must approve it' : `${priceText(amount)} goes back to the buyer`,
        text: status === 'asked' ? 'It is on the Money page.' : 'The bank shows it in a few days.',
      });
      onClose();
    },
  });
  const above = priceText(dollars(SECOND_PERSON_ABOVE_CENTS));
  return (
    <AmountDialog
      title="Refund the buyer"
      about={`You can refund up to ${priceText(left)}. If the refunds of one request exceed ${above}, a second admin must approve.`}
      most={left}
      confirm="Refund"
      mutation={refund}
      onClose={onClose}
    />
  );
}
