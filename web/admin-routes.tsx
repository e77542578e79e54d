import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.ts';

const component = lazyPage(() => import('./pages/staff/admin-area.client.tsx'), 'AdminArea');

/** The routes of the admin area. They share one download, and search engines do not list them. */
export function makeAdminRoutes<Root extends AnyRoute>(root: Root) {
  const own = <Path extends string>(path: Path, name: string) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component,
      validateSearch: (search: Record<string, unknown>) => search,
      staticData: { name: () => name, hidden: true },
    });
  return [
    own('/admin', 'Admin'),
    own('/admin/events', 'Events'),
    own('/admin/events/$id', 'Event'),
    own('/upload-event-images', 'Images'),
    own('/admin/waitlist', 'Waitlist'),
    own('/admin/resellers', 'Reseller applications'),
    own('/admin/reports', 'Reports'),
    own('/admin/venues', 'Venues'),
    own('/admin/clubs', 'Clubs'),
    own('/admin/people', 'People'),
    own('/admin/schools', 'Schools'),
    own('/admin/money', 'Money'),
    own('/admin/money/$id', 'Payment'),
    own('/admin/launch', 'Launch switches'),
    own('/admin/webhook-test', 'Webhook test'),
    own('/admin/audit', 'Audit log'),
    own('/check', 'Check'),
  ];
}
