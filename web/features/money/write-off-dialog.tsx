import { useRouteContext } from '@tanstack/react-router';
import { priceText } from '../../../worker/contract/money.ts';
import { showToast } from '../../ui/toast.ts';
import { useAction } from '../../use-action.ts';
import { type Amount, AmountDialog } from './amount-dialog.tsx';
import { moneyCalls, type Stuck } from './money.queries.ts';

type Owing = Stuck['owing_sellers'][number];

/** Gives up a part of a seller's debt. It becomes a loss. */
export function WriteOffDialog({ seller_id, seller_email, owes, onClose }: Owing & { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' });
  const writeOff = useAction((sent: Amount) => moneyCalls(api).writeOff({ id: seller_id, ...sent }), {
    done: (left) => {
      showToast({ title: 'Written off', text: left.owes === 0 ? 'Nothing is owed any more.' : `${priceText(left.owes)} are still owed.` });
      onClose();
    },
  });
  return (
    <AmountDialog
      title="Write off a debt"
      about={`${seller_email ?? seller_id} owes ${priceText(owes)}. What you write off is a loss, and nobody asks the seller for it again.`}
      most={owes}
      confirm="Write off"
      mutation={writeOff}
      onClose={onClose}
    />
  );
}
