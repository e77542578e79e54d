import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ADMINS } from '../../admin-ui/admin-pages.ts';
import { RequireRole } from '../../session/gates.tsx';
import { RESELLERS } from '../../features/staff/review/review-queues.ts';
import { ReviewQueue } from '../../features/staff/review/review-queue.tsx';

/** The reseller applications, for admins to decide. */
export function AdminResellersPage() {
  return (
    <RequireRole roles={ADMINS} signedOutTo="/login">
      <AdminFrame title="Reseller applications">
        <ReviewQueue queue={RESELLERS} />
      </AdminFrame>
    </RequireRole>
  );
}
