import { AdminFrame } from '../admin-ui/admin-frame.tsx';
import { ADMINS } from '../admin-ui/admin-pages.ts';
import { PageList, TodayNumbers } from '../features/summary/today.tsx';
import { RequireRole } from '../session/gates.tsx';

/** The start of the admin area: the numbers of today, and links to every page. */
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
