import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { headOf } from './head.ts';

/** The admin area's addresses. Its code comes with the first of them; nothing of it is drawn at the edge or listed by a search engine. */
export function makeAdminRoutes<Root extends AnyRoute>(root: Root) {
  const own = <Path extends string>(path: Path, name: string, page: string, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component,
      validateSearch: (search: Record<string, unknown>) => search,
      staticData: { page, edge: false, head: () => ({ ...headOf(name), hidden: true }) },
    });
  const today = lazyRouteComponent(() => import('./pages/admin-page.tsx'), 'AdminPage');
  const events = lazyRouteComponent(() => import('./pages/admin-events-page.tsx'), 'AdminEventsPage');
  const images = lazyRouteComponent(() => import('./pages/admin-images-page.tsx'), 'AdminImagesPage');
  const waitlist = lazyRouteComponent(() => import('./pages/admin-waitlist-page.tsx'), 'AdminWaitlistPage');
  const resellers = lazyRouteComponent(() => import('./pages/admin-resellers-page.tsx'), 'AdminResellersPage');
  const clubs = lazyRouteComponent(() => import('./pages/admin-clubs-page.tsx'), 'AdminClubsPage');
  const people = lazyRouteComponent(() => import('./pages/admin-people-page.tsx'), 'AdminPeoplePage');
  const launch = lazyRouteComponent(() => import('./pages/admin-launch-page.tsx'), 'AdminLaunchPage');
  const webhook = lazyRouteComponent(() => import('./pages/admin-webhook-page.tsx'), 'AdminWebhookPage');
  const audit = lazyRouteComponent(() => import('./pages/admin-audit-page.tsx'), 'AdminAuditPage');
  const check = lazyRouteComponent(() => import('./pages/admin-check-page.tsx'), 'AdminCheckPage');
  return [
    own('/admin', 'Admin', 'pages/admin-page.tsx', today),
    own('/admin/events', 'Events', 'pages/admin-events-page.tsx', events),
    own('/upload-event-images', 'Images', 'pages/admin-images-page.tsx', images),
    own('/admin/waitlist', 'Waitlist', 'pages/admin-waitlist-page.tsx', waitlist),
    own('/admin/resellers', 'Reseller applications', 'pages/admin-resellers-page.tsx', resellers),
    own('/admin/clubs', 'Clubs', 'pages/admin-clubs-page.tsx', clubs),
    own('/admin/people', 'People', 'pages/admin-people-page.tsx', people),
    own('/admin/launch', 'Launch switches', 'pages/admin-launch-page.tsx', launch),
    own('/admin/webhook-test', 'Webhook test', 'pages/admin-webhook-page.tsx', webhook),
    own('/admin/audit', 'Audit log', 'pages/admin-audit-page.tsx', audit),
    own('/check', 'Check', 'pages/admin-check-page.tsx', check),
  ];
}
