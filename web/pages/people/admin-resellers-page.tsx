import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ADMINS } from '../../admin-ui/admin-pages.ts';
import { RequireRole } from '../../session/gates.tsx';
import { RESELLERS } from '../../features/staff/review/review-queues.ts';
import { ReviewQueue } from '../../features/staff/review/review-queue.tsx';

/** Lets admins decide on reseller applications. */
export function AdminResellersPage() {
  return (
    <RequireRole roles={ADMINS} signedOutTo="/login">
      <AdminFrame title="Reseller applications">
        <ReviewQueue queue={RESELLERS} />
      </AdminFrame>
    </RequireRole>
  );
}
