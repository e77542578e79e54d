import { useQuery } from '@tanstack/react-query';
import { useParams, useRouteContext } from '@tanstack/react-router';
import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ADMINS } from '../../admin-ui/admin-pages.ts';
import { ListStates } from '../../admin-ui/list-states.tsx';
import { storyQuery } from '../../features/trade/money/money.queries.ts';
import { PaymentStory } from '../../features/trade/money/payment-story.tsx';
import { RequireRole } from '../../session/gates.tsx';

export function AdminPaymentPage() {
  return (
    <RequireRole roles={ADMINS} signedOutTo="/login">
      <AdminFrame title="Payment">
        <Payment />
      </AdminFrame>
    </RequireRole>
  );
}

function Payment() {
  const { api } = useRouteContext({ from: '__root__' });
  const { id = '' } = useParams({ strict: false });
  const story = useQuery(storyQuery(api, id));
  return (
    <ListStates list={story} count={story.data ? 1 : 0} empty="">
      {story.data && <PaymentStory story={story.data} />}
    </ListStates>
  );
}
