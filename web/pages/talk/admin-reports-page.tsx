import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ADMINS } from '../../admin-ui/admin-pages.ts';
import { ReportQueue } from '../../features/staff/chat-reports/report-queue.tsx';
import { RequireRole } from '../../session/gates.tsx';

/** The reported chat messages that need a decision. */
export function AdminReportsPage() {
  return (
    <RequireRole roles={ADMINS} signedOutTo="/login">
      <AdminFrame title="Reports">
        <ReportQueue />
      </AdminFrame>
    </RequireRole>
  );
}
