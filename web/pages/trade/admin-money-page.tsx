import { useQuery } from '@tanstack/react-query';
import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ListStates } from '../../admin-ui/list-states.tsx';
import { Disputes } from '../../features/trade/money/disputes.tsx';
import { FindPayments } from '../../features/trade/money/find-payments.tsx';
import { MoneyOverview } from '../../features/trade/money/money-overview.tsx';
import { MoneyPlots } from '../../features/trade/money/money-plots.tsx';
import { moneyQuery } from '../../features/trade/money/money.queries.ts';
import { Waiting } from '../../features/trade/money/waiting.tsx';
import { Part } from '../../features/nights/summary/today.tsx';
import { useApi } from '../../use-api.ts';

export function AdminMoneyPage() {
  const api = useApi();
  const overview = useQuery(moneyQuery(api));
  return (
    <AdminFrame title="Money">
      <ListStates list={overview} count={overview.data ? 1 : 0} empty="">
        {overview.data && (
          <>
            <MoneyOverview overview={overview.data} />
            <Part title="Needs an admin">
              <Waiting stuck={overview.data.stuck} />
            </Part>
          </>
        )}
      </ListStates>
      <Part title="Disputes">
        <Disputes />
      </Part>
      <Part title="The last 30 days">
        <MoneyPlots />
      </Part>
      <Part title="Payments">
        <FindPayments />
      </Part>
    </AdminFrame>
  );
}
