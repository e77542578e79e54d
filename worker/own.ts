import { Hono } from 'hono';
import type { AppEnv } from './context.ts';
import { doorRoutes } from './features/door/door.routes.ts';
import { payoutRoutes } from './features/payments/payouts/payouts.routes.ts';
import { calendarLinkRoutes } from './features/plans/calendar.routes.ts';
import { planRoutes } from './features/plans/plans.routes.ts';
import { reminderRoutes } from './features/plans/reminders.routes.ts';
import { newsRoutes } from './features/push/news.routes.ts';
import { noticeRoutes } from './features/push/notices.routes.ts';
import { pushRoutes } from './features/push/push.routes.ts';
import { offerRoutes } from './features/tickets/offers/offers.routes.ts';
import { vouchRoutes } from './features/vouches/vouches.routes.ts';
import { schoolRoutes } from './features/school/school.routes.ts';
import { walletRoutes } from './features/wallet/wallet.routes.ts';

/** What a person has and does for themselves, under the paths of `NEEDS` in `app.ts`. */
export const ownApi = new Hono<AppEnv>()
  .route('/', vouchRoutes)
  .route('/', payoutRoutes)
  .route('/', planRoutes)
  .route('/', calendarLinkRoutes)
  .route('/', reminderRoutes)
  .route('/', offerRoutes)
  .route('/', noticeRoutes)
  .route('/', newsRoutes)
  .route('/', pushRoutes)
  .route('/', doorRoutes)
  .route('/', schoolRoutes)
  .route('/', walletRoutes);
