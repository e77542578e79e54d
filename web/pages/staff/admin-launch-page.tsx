import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { LaunchSwitches } from '../../features/staff/launch/launch-switches.tsx';

export function AdminLaunchPage() {
  return (
    <AdminFrame title="Launch">
      <p>
        While a feature is off, its page says that it will be ready soon, and the server refuses its requests. People
        can always answer requests, and cancel what they have listed or requested.
      </p>
      <LaunchSwitches />
    </AdminFrame>
  );
}
