import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { AuditList } from '../../features/staff/audit/audit-list.tsx';

/** The changes made in the admin area, from the log that cannot be rewritten. */
export function AdminAuditPage() {
  return (
    <AdminFrame title="Audit log">
      <AuditList />
    </AdminFrame>
  );
}
