import { useMatches } from '@tanstack/react-router';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { type AdminPath, ADMINS, MANAGERS } from '../../admin-ui/admin-pages.ts';
import { DeliveryList } from '../../features/nights/ingest/delivery-list.tsx';
import { WebhookTester } from '../../features/nights/ingest/webhook-tester.tsx';
import { AuditList } from '../../features/staff/audit/audit-list.tsx';
import { ReportQueue } from '../../features/staff/chat-reports/report-queue.tsx';
import { ReviewQueue } from '../../features/staff/review/review-queue.tsx';
import { RESELLERS, WAITLIST } from '../../features/staff/review/review-queues.ts';
import { RequireRole } from '../../session/gates.tsx';
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
import { AdminSchoolsPage } from '../people/admin-schools-page.tsx';
import { AdminVenuesPage } from '../nights/admin-venues-page.tsx';

type Gate = Omit<ComponentProps<typeof RequireRole>, 'children'>;

const FOR_ADMINS: Gate = { roles: ADMINS, signedOutTo: '/login' };
const FOR_MANAGERS: Gate = { roles: MANAGERS, signedOutTo: '/login' };

const framed = (title: string, part: ReactNode) =>
  function Framed() {
    return <AdminFrame title={title}>{part}</AdminFrame>;
  };

/** The page and the gate of each path. The clubs page has no gate: it tells people itself why they may not use it. */
const PAGES: Record<AdminPath | '/admin/events/$id' | '/admin/money/$id', [ComponentType, Gate | null]> = {
  '/admin': [AdminPage, { roles: ADMINS }],
  '/admin/events': [AdminEventsPage, { roles: MANAGERS, signedOutTo: '/auth' }],
  '/admin/events/$id': [AdminEventPage, { roles: MANAGERS, signedOutTo: '/auth' }],
  '/upload-event-images': [AdminImagesPage, FOR_MANAGERS],
  '/admin/waitlist': [framed('Waitlist', <ReviewQueue queue={WAITLIST} />), FOR_ADMINS],
  '/admin/resellers': [framed('Reseller applications', <ReviewQueue queue={RESELLERS} />), FOR_ADMINS],
  '/admin/venues': [AdminVenuesPage, FOR_ADMINS],
  '/admin/reports': [framed('Reports', <ReportQueue />), FOR_ADMINS],
  '/admin/clubs': [AdminClubsPage, null],
  '/admin/people': [AdminPeoplePage, FOR_ADMINS],
  '/admin/schools': [AdminSchoolsPage, FOR_ADMINS],
  '/admin/money': [AdminMoneyPage, FOR_ADMINS],
  '/admin/money/$id': [AdminPaymentPage, FOR_ADMINS],
  '/admin/launch': [AdminLaunchPage, FOR_ADMINS],
  '/admin/webhook-test': [
    framed(
      'Webhook',
      <>
        <WebhookTester />
        <DeliveryList />
      </>,
    ),
    FOR_MANAGERS,
  ],
  '/admin/audit': [framed('Audit log', <AuditList />), FOR_ADMINS],
  '/check': [AdminCheckPage, { roles: ADMINS }],
};

/** All admin pages are one download, because admins go from one page to the next. */
export function AdminArea() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const [Page, gate] = PAGES[path as keyof typeof PAGES];
  return gate ? (
    <RequireRole key={path} {...gate}>
      <Page />
    </RequireRole>
  ) : (
    <Page />
  );
}
