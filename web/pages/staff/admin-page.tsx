import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { MoneyAlarm } from '../../features/trade/money/money-alarm.tsx';
import { AllPlots } from '../../common/plots/day-plots.tsx';
import { PageList, Part, TodayNumbers } from '../../features/nights/summary/today.tsx';

export function AdminPage() {
  return (
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
  );
}
