import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ADMINS } from '../../admin-ui/admin-pages.ts';
import { RequireRole } from '../../session/gates.tsx';
import { WAITLIST } from '../../features/staff/review/review-queues.ts';
import { ReviewQueue } from '../../features/staff/review/review-queue.tsx';

export function AdminWaitlistPage() {
  return (
    <RequireRole roles={ADMINS} signedOutTo="/login">
      <AdminFrame title="Waitlist">
        <ReviewQueue queue={WAITLIST} />
      </AdminFrame>
    </RequireRole>
  );
}
