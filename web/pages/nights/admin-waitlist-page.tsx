import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { WAITLIST } from '../../features/staff/review/review-queues.ts';
import { ReviewQueue } from '../../features/staff/review/review-queue.tsx';

export function AdminWaitlistPage() {
  return (
    <AdminFrame title="Waitlist">
      <ReviewQueue queue={WAITLIST} />
    </AdminFrame>
  );
}
