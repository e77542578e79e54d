import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ADMINS } from '../../admin-ui/admin-pages.ts';
import { MoneyAlarm } from '../../features/trade/money/money-alarm.tsx';
import { AllPlots } from '../../common/plots/day-plots.tsx';
import { PageList, Part, TodayNumbers } from '../../features/nights/summary/today.tsx';
import { RequireRole } from '../../session/gates.tsx';

/** The start of the admin area: what needs attention, today's numbers, plots, and links to every page. */
export function AdminPage() {
  return (
    <RequireRole roles={ADMINS}>
      <AdminFrame title="Welcome to the door">
        <MoneyAlarm />
        <TodayNumbers />
        <Part title="The last 30 days">
          <AllPlots />
        </Part>
        <Part title="All pages">
          <PageList />
        </Part>
      </AdminFrame>
    </RequireRole>
  );
}
