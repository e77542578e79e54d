import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { headOf } from './head.ts';

/** The edge answers these addresses with the bare shell, so their pages are left out of the Worker. */
const component = import.meta.env.SSR ? undefined : lazyRouteComponent(() => import('./pages/admin-area.tsx'), 'AdminArea');

/** The admin area's addresses. Its code comes with the first of them; no search engine lists them. */
export function makeAdminRoutes<Root extends AnyRoute>(root: Root) {
  const own = <Path extends string>(path: Path, name: string) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component,
      validateSearch: (search: Record<string, unknown>) => search,
      staticData: { page: 'pages/admin-area.tsx', head: () => ({ ...headOf(name), hidden: true }) },
    });
  return [
    own('/admin', 'Admin'),
    own('/admin/events', 'Events'),
    own('/upload-event-images', 'Images'),
    own('/admin/waitlist', 'Waitlist'),
    own('/admin/resellers', 'Reseller applications'),
    own('/admin/clubs', 'Clubs'),
    own('/admin/people', 'People'),
    own('/admin/launch', 'Launch switches'),
    own('/admin/webhook-test', 'Webhook test'),
    own('/admin/audit', 'Audit log'),
    own('/check', 'Check'),
  ];
}
