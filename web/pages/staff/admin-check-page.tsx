import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ADMINS } from '../../admin-ui/admin-pages.ts';
import { OperationsList } from '../../features/staff/operations/operations-list.tsx';
import { RequireRole } from '../../session/gates.tsx';

/** The state of the service, for admins. */
export function AdminCheckPage() {
  return (
    <RequireRole roles={ADMINS}>
      <AdminFrame title="Check">
        <OperationsList />
      </AdminFrame>
    </RequireRole>
  );
}
