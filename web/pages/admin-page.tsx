import { AdminFrame } from '../admin-ui/admin-frame.tsx';
import { ADMINS } from '../admin-ui/admin-pages.ts';
import { PageList, TodayNumbers } from '../features/summary/today.tsx';
import { RequireRole } from '../session/gates.tsx';

/** Where an admin starts: today's numbers, and the way to everything. */
export function AdminPage() {
  return (
    <RequireRole roles={ADMINS}>
      <AdminFrame title="Welcome to the door">
        <TodayNumbers />
        <PageList />
      </AdminFrame>
    </RequireRole>
  );
}
