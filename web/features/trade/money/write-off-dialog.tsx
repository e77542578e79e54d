import { priceText } from '../../../../worker/contract/trade/money.ts';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { type Amount, AmountDialog } from './amount-dialog.tsx';
import { NEEDS_ANOTHER } from './money-words.ts';
import { moneyCalls, type Stuck } from './money.queries.ts';

type Owing = Stuck['owing_sellers'][number];

export function WriteOffDialog({
  seller_id,
  seller_email,
  owes,
  is_paid,
  onClose,
}: Owing & { is_paid: boolean; onClose: () => void }) {
  const api = useApi();
  const writeOff = useAction((sent: Amount) => moneyCalls(api).writeOff({ ...sent, id: seller_id, is_paid }), {
    done: (left) => {
      const text = left.owes === 0 ? 'Nothing is owed any more.' : `${priceText(left.owes)} is still owed.`;
      showToast(left.waits ? NEEDS_ANOTHER : { title: is_paid ? 'Booked' : 'Written off', text });
      onClose();
    },
  });
  const about = is_paid
    ? 'Enter the amount that arrived in our bank account.'
    : 'What you write off is a loss. Nobody asks the seller for it again.';
  return (
    <AmountDialog
      title={is_paid ? 'Book a payment' : 'Write off a debt'}
      about={`${seller_email ?? seller_id} owes ${priceText(owes)}. ${about}`}
      most={owes}
      confirm={is_paid ? 'Book' : 'Write off'}
      mutation={writeOff}
      onClose={onClose}
    />
  );
}
