import { useMatches } from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import type { AdminPath } from '../../admin-ui/admin-pages.ts';
import { AdminAuditPage } from './admin-audit-page.tsx';
import { AdminCheckPage } from './admin-check-page.tsx';
import { AdminClubsPage } from '../nights/admin-clubs-page.tsx';
import { AdminEventPage } from '../nights/admin-event-page.tsx';
import { AdminEventsPage } from '../nights/admin-events-page.tsx';
import { AdminImagesPage } from '../nights/admin-images-page.tsx';
import { AdminLaunchPage } from './admin-launch-page.tsx';
import { AdminMoneyPage } from '../trade/admin-money-page.tsx';
import { AdminPage } from './admin-page.tsx';
import { AdminPaymentPage } from '../trade/admin-payment-page.tsx';
import { AdminPeoplePage } from '../people/admin-people-page.tsx';
import { AdminReportsPage } from '../talk/admin-reports-page.tsx';
import { AdminResellersPage } from '../people/admin-resellers-page.tsx';
import { AdminSchoolsPage } from '../people/admin-schools-page.tsx';
import { AdminVenuesPage } from '../nights/admin-venues-page.tsx';
import { AdminWaitlistPage } from '../nights/admin-waitlist-page.tsx';
import { AdminWebhookPage } from '../nights/admin-webhook-page.tsx';

const PAGES: Record<AdminPath | '/admin/events/$id' | '/admin/money/$id', ComponentType> = {
  '/admin': AdminPage,
  '/admin/events': AdminEventsPage,
  '/admin/events/$id': AdminEventPage,
  '/upload-event-images': AdminImagesPage,
  '/admin/waitlist': AdminWaitlistPage,
  '/admin/resellers': AdminResellersPage,
  '/admin/venues': AdminVenuesPage,
  '/admin/reports': AdminReportsPage,
  '/admin/clubs': AdminClubsPage,
  '/admin/people': AdminPeoplePage,
  '/admin/schools': AdminSchoolsPage,
  '/admin/money': AdminMoneyPage,
  '/admin/money/$id': AdminPaymentPage,
  '/admin/launch': AdminLaunchPage,
  '/admin/webhook-test': AdminWebhookPage,
  '/admin/audit': AdminAuditPage,
  '/check': AdminCheckPage,
};

/** The admin page of this path. All of them are one download, because admins go from one to the next. */
export function AdminArea() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  return createElement(PAGES[path as keyof typeof PAGES]);
}
