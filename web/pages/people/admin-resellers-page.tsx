import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { RESELLERS } from '../../features/staff/review/review-queues.ts';
import { ReviewQueue } from '../../features/staff/review/review-queue.tsx';

export function AdminResellersPage() {
  return (
    <AdminFrame title="Reseller applications">
      <ReviewQueue queue={RESELLERS} />
    </AdminFrame>
  );
}
