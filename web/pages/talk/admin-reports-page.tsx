import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ReportQueue } from '../../features/staff/chat-reports/report-queue.tsx';

/** The reported chat messages that need a decision. */
export function AdminReportsPage() {
  return (
    <AdminFrame title="Reports">
      <ReportQueue />
    </AdminFrame>
  );
}
