import { Hono } from 'hono';
import type { AppEnv } from './context.ts';
import { auditRoutes } from './features/staff/audit/audit.routes.ts';
import { chatReportRoutes } from './features/talk/chat/admin-reports.routes.ts';
import { deadMessageRoutes } from './features/talk/notify/dead-messages.routes.ts';
import { clubRoutes } from './features/nights/clubs/clubs.routes.ts';
import { adminEventRoutes } from './features/nights/events/admin-events.routes.ts';
import { staffFileRoutes } from './features/trade/custody/staff-files.routes.ts';
import { deskRoutes } from './features/nights/desk/desk.routes.ts';
import { doorStaffRoutes } from './features/nights/desk/door-staff.routes.ts';
import { guestRoutes } from './features/nights/desk/guests.routes.ts';
import { organizerRoutes } from './features/nights/desk/organizers.routes.ts';
import { numberRoutes } from './features/nights/numbers/numbers.routes.ts';
import { seriesRoutes } from './features/nights/events/series.routes.ts';
import { deliveryRoutes } from './features/nights/ingest/deliveries.routes.ts';
import { adminLaunchRoutes } from './features/staff/launch/launch.routes.ts';
import {
  handoverDecisionRoutes,
  payoutDecisionRoutes,
  refundRoutes,
  sellerDebtRoutes,
} from './features/trade/desk/decisions.routes.ts';
import { disputeRoutes } from './features/trade/desk/disputes.routes.ts';
import { operationsRoutes } from './features/staff/operations/operations.routes.ts';
import { moneyChecks } from './features/trade/desk/money-checks.ts';
import { paymentChecks } from './features/trade/desk/readiness/payment-checks.ts';
import { moneyRoutes } from './features/trade/desk/money.routes.ts';
import { peopleRoutes } from './features/people/people/people.routes.ts';
import { applicationReviewRoutes, waitlistReviewRoutes } from './features/staff/reviews/reviews.routes.ts';
import { adminSchoolRoutes } from './features/people/school/admin/schools.routes.ts';
import { summaryRoutes } from './features/nights/summary/summary.routes.ts';
import { adminVenueRoutes } from './features/nights/venues/admin-venues.routes.ts';

/** Each of these groups of routes checks on its own which roles may use it. */
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
  .route('/', adminLaunchRoutes(paymentChecks))
  .route('/', adminSchoolRoutes)
  .route('/', deliveryRoutes)
  .route('/', chatReportRoutes)
  .route('/', auditRoutes)
  .route('/', summaryRoutes)
  .route('/', operationsRoutes(moneyChecks))
  .route('/', deadMessageRoutes)
  .route('/', moneyRoutes)
  .route('/', refundRoutes)
  .route('/', handoverDecisionRoutes)
  .route('/', payoutDecisionRoutes)
  .route('/', sellerDebtRoutes)
  .route('/', disputeRoutes)
  .route('/', staffFileRoutes);
