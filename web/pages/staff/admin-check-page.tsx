import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { DeadMessages } from '../../features/staff/operations/dead-messages.tsx';
import { OperationsList } from '../../features/staff/operations/operations-list.tsx';
import { TrafficPlots } from '../../features/staff/operations/traffic-plots.tsx';

export function AdminCheckPage() {
  return (
    <AdminFrame title="Check">
      <OperationsList />
      <DeadMessages />
      <h2>The last day</h2>
      <TrafficPlots />
    </AdminFrame>
  );
}
