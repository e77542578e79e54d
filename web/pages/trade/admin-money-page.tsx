import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ADMINS } from '../../admin-ui/admin-pages.ts';
import { ListStates } from '../../admin-ui/list-states.tsx';
import { Disputes } from '../../features/trade/money/disputes.tsx';
import { FindPayments } from '../../features/trade/money/find-payments.tsx';
import { MoneyOverview } from '../../features/trade/money/money-overview.tsx';
import { MoneyPlots } from '../../features/trade/money/money-plots.tsx';
import { moneyQuery } from '../../features/trade/money/money.queries.ts';
import { Waiting } from '../../features/trade/money/waiting.tsx';
import { Part } from '../../features/nights/summary/today.tsx';
import { RequireRole } from '../../session/gates.tsx';

/** The Money page for admins: the alarm, balances, what needs an admin, disputes, plots and payments. */
export function AdminMoneyPage() {
  return (
    <RequireRole roles={ADMINS} signedOutTo="/login">
      <AdminFrame title="Money">
        <Money />
      </AdminFrame>
    </RequireRole>
  );
}

function Money() {
  const { api } = useRouteContext({ from: '__root__' });
  const overview = useQuery(moneyQuery(api));
  return (
    <>
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
    </>
  );
}
