import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { MANAGERS } from '../../admin-ui/admin-pages.ts';
import { RequireRole } from '../../session/gates.tsx';
import { DeliveryList } from '../../features/nights/ingest/delivery-list.tsx';
import { WebhookTester } from '../../features/nights/ingest/webhook-tester.tsx';

/** The tester of the ingestion webhook, and the deliveries the webhook received. */
export function AdminWebhookPage() {
  return (
    <RequireRole roles={MANAGERS} signedOutTo="/login">
      <AdminFrame title="Webhook">
        <WebhookTester />
        <DeliveryList />
      </AdminFrame>
    </RequireRole>
  );
}
