import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ReportQueue } from '../../features/staff/chat-reports/report-queue.tsx';

export function AdminReportsPage() {
  return (
    <AdminFrame title="Reports">
      <ReportQueue />
    </AdminFrame>
  );
}
