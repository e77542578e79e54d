import { Hono } from 'hono';
import type { AppEnv } from './context.ts';
import { doorRoutes } from './features/door/door/door.routes.ts';
import { givenRoutes } from './features/door/door/given.routes.ts';
import { payoutRoutes } from './features/trade/payouts/payouts.routes.ts';
import { calendarLinkRoutes } from './features/nights/plans/calendar.routes.ts';
import { goingRoutes } from './features/nights/going/going.routes.ts';
import { planRoutes } from './features/nights/plans/plans.routes.ts';
import { reminderRoutes } from './features/nights/plans/reminders.routes.ts';
import { newsRoutes } from './features/talk/push/news.routes.ts';
import { noticeRoutes } from './features/talk/push/notices.routes.ts';
import { pushRoutes } from './features/talk/push/push.routes.ts';
import { offerRoutes } from './features/trade/requests/offers.routes.ts';
import { squadRoutes } from './features/trade/squads/squads.routes.ts';
import { keptCardRoutes } from './features/trade/kept-cards/kept-cards.routes.ts';
import { wantedRoutes } from './features/trade/wanted/wanted.routes.ts';
import { vouchRoutes } from './features/people/vouches/vouches.routes.ts';
import { schoolRoutes } from './features/people/school/school.routes.ts';
import { walletRoutes } from './features/trade/wallet/wallet.routes.ts';

/** These routes are under the paths of `NEEDS.own` in `app.ts`. */
export const ownApi = new Hono<AppEnv>()
  .route('/', vouchRoutes)
  .route('/', payoutRoutes)
  .route('/', planRoutes)
  .route('/', goingRoutes)
  .route('/', calendarLinkRoutes)
  .route('/', reminderRoutes)
  .route('/', offerRoutes)
  .route('/', squadRoutes)
  .route('/', wantedRoutes)
  .route('/', keptCardRoutes)
  .route('/', noticeRoutes)
  .route('/', newsRoutes)
  .route('/', pushRoutes)
  .route('/', doorRoutes)
  .route('/', givenRoutes)
  .route('/', schoolRoutes)
  .route('/', walletRoutes);
