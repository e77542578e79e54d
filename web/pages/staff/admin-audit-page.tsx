import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ADMINS } from '../../admin-ui/admin-pages.ts';
import { AuditList } from '../../features/staff/audit/audit-list.tsx';
import { RequireRole } from '../../session/gates.tsx';

/** The changes made in the admin area, from the log that cannot be rewritten. */
export function AdminAuditPage() {
  return (
    <RequireRole roles={ADMINS} signedOutTo="/login">
      <AdminFrame title="Audit log">
        <AuditList />
      </AdminFrame>
    </RequireRole>
  );
}
