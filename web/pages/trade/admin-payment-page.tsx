import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ListStates } from '../../admin-ui/list-states.tsx';
import { storyQuery } from '../../features/trade/money/money.queries.ts';
import { PaymentStory } from '../../features/trade/money/payment-story.tsx';
import { useApi } from '../../use-api.ts';

export function AdminPaymentPage() {
  const api = useApi();
  const { id = '' } = useParams({ strict: false });
  const story = useQuery(storyQuery(api, id));
  return (
    <AdminFrame title="Payment">
      <ListStates list={story} count={story.data ? 1 : 0} empty="">
        {story.data && <PaymentStory story={story.data} />}
      </ListStates>
    </AdminFrame>
  );
}
