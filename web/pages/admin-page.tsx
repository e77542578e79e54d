import { AdminFrame } from '../admin-ui/admin-frame.tsx';
import { ADMINS } from '../admin-ui/admin-pages.ts';
import { AllPlots } from '../features/numbers/day-plots.tsx';
import { PageList, TodayNumbers } from '../features/summary/today.tsx';
import { RequireRole } from '../session/gates.tsx';

/** The start of the admin area: what needs attention, the numbers of today, plots, and links to every page. */
export function AdminPage() {
  return (
    <RequireRole roles={ADMINS}>
      <AdminFrame title="Welcome to the door">
        <TodayNumbers />
        <h2>The last 30 days</h2>
        <AllPlots />
        <h2>All pages</h2>
        <PageList />
      </AdminFrame>
    </RequireRole>
  );
}
