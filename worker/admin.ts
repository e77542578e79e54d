import { Hono } from 'hono';
import type { AppEnv } from './context.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { chatReportRoutes } from './features/chat/admin-reports.routes.ts';
import { clubRoutes } from './features/clubs/clubs.routes.ts';
import { adminEventRoutes } from './features/events/admin-events.routes.ts';
import { staffFileRoutes } from './features/custody/staff-files.routes.ts';
import { deskRoutes } from './features/events/desk/desk.routes.ts';
import { doorStaffRoutes } from './features/events/desk/door-staff.routes.ts';
import { guestRoutes } from './features/events/desk/guests.routes.ts';
import { organizerRoutes } from './features/events/desk/organizers.routes.ts';
import { numberRoutes } from './features/events/numbers/numbers.routes.ts';
import { seriesRoutes } from './features/events/series.routes.ts';
import { deliveryRoutes } from './features/ingest/deliveries.routes.ts';
import { adminLaunchRoutes } from './features/launch/launch.routes.ts';
import {
  handoverDecisionRoutes,
  payoutDecisionRoutes,
  refundRoutes,
  sellerDebtRoutes,
} from './features/payments/admin/decisions.routes.ts';
import { disputeRoutes } from './features/payments/admin/disputes.routes.ts';
import { operationsRoutes } from './features/operations/operations.routes.ts';
import { moneyRoutes } from './features/payments/admin/money.routes.ts';
import { peopleRoutes } from './features/people/people.routes.ts';
import { applicationReviewRoutes, waitlistReviewRoutes } from './features/reviews/reviews.routes.ts';
import { adminSchoolRoutes } from './features/school/admin/schools.routes.ts';
import { summaryRoutes } from './features/summary/summary.routes.ts';
import { adminVenueRoutes } from './features/venues/admin-venues.routes.ts';

/** Everything under `/api/admin`. The first line of each part names the roles that may use it. */
export const adminApi = new Hono<AppEnv>()
  .use('/admin/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  })
  .route('/', adminEventRoutes)
  .route('/', deskRoutes)
  .route('/', guestRoutes)
  .route('/', organizerRoutes)
  .route('/', doorStaffRoutes)
  .route('/', numberRoutes)
  .route('/', seriesRoutes)
  .route('/', adminVenueRoutes)
  .route('/', clubRoutes)
  .route('/', waitlistReviewRoutes)
  .route('/', applicationReviewRoutes)
  .route('/', peopleRoutes)
  .route('/', adminLaunchRoutes)
  .route('/', adminSchoolRoutes)
  .route('/', deliveryRoutes)
  .route('/', chatReportRoutes)
  .route('/', auditRoutes)
  .route('/', summaryRoutes)
  .route('/', operationsRoutes)
  .route('/', moneyRoutes)
  .route('/', refundRoutes)
  .route('/', handoverDecisionRoutes)
  .route('/', payoutDecisionRoutes)
  .route('/', sellerDebtRoutes)
  .route('/', disputeRoutes)
  .route('/', staffFileRoutes);
