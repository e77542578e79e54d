import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { DeliveryList } from '../../features/nights/ingest/delivery-list.tsx';
import { WebhookTester } from '../../features/nights/ingest/webhook-tester.tsx';

export function AdminWebhookPage() {
  return (
    <AdminFrame title="Webhook">
      <WebhookTester />
      <DeliveryList />
    </AdminFrame>
  );
}
