import { Hono, type MiddlewareHandler } from 'hono';
import { etag } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import type { adminApi } from './admin.ts';
import type { AppEnv } from './context.ts';
import { accounts } from './features/accounts/accounts.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { meRoutes } from './features/auth/accounts/me.routes.ts';
import { chatRoutes } from './features/chat/chat.routes.ts';
import { revealRoutes } from './features/custody/reveal.routes.ts';
import { ticketFileRoutes } from './features/custody/ticket-files.routes.ts';
import { doorRoutes } from './features/door/door.routes.ts';
import { debugRoutes } from './features/debug/debug.routes.ts';
import { eventRoutes } from './features/events/events.routes.ts';
import { venuePageRoutes } from './features/events/venue-page.routes.ts';
import { onSaleRoutes } from './features/events/on-sale.routes.ts';
import { viewRoutes } from './features/events/numbers/numbers.routes.ts';
import { siteRoutes } from './features/events/site.routes.ts';
import { imageRoutes, imageUploadRoutes } from './features/images/images.routes.ts';
import { launchRoutes } from './features/launch/launch.routes.ts';
import { ingestRoutes } from './features/ingest/ingest.routes.ts';
import { openPayment } from './features/payments/open-payment.ts';
import { reportWrongCode } from './features/payments/report-wrong-code.ts';
import { settle } from './features/payments/settle.ts';
import { providerEventRoutes } from './features/payments/provider-event.routes.ts';
import { calendarLinkRoutes, calendarRoutes } from './features/plans/calendar.routes.ts';
import { reminderRoutes } from './features/plans/reminders.routes.ts';
import { payoutRoutes } from './features/payments/payouts/payouts.routes.ts';
import { planRoutes } from './features/plans/plans.routes.ts';
import { handoverRoutes } from './features/payments/handover.routes.ts';
import { resellerRoutes } from './features/resellers/resellers.routes.ts';
import { groupRoutes } from './features/tickets/groups.routes.ts';
import { listingRoutes } from './features/tickets/listings.routes.ts';
import { paymentRoutes } from './features/tickets/payment.routes.ts';
import { ticketRequestRoutes } from './features/tickets/ticket-requests.routes.ts';
import { venueRoutes } from './features/venues/venues.routes.ts';
import { waitlistRoutes } from './features/waitlist/waitlist.routes.ts';
import { walletRoutes } from './features/wallet/wallet.routes.ts';
import { limitBody } from './http/body.ts';
import { BUILD_ID } from './http/build.ts';
import { drainBody } from './http/drain-body.ts';
import { answerError, answerFunctionError, notFound } from './http/errors.ts';
import { describeApi } from './http/openapi.ts';
import { openRequest } from './http/request.ts';
import { securityHeaders } from './http/security-headers.ts';
import { refuseUnlessSetUp } from './http/settings.ts';
import { greetNewcomers } from './http/visitor.ts';

const MEGABYTE = 1_048_576;

type AdminApi = typeof adminApi;

const openApi = () =>
  new Hono<AppEnv>()
    .basePath('/api')
    // Its bodies may be larger than all others.
    .route('/', ticketFileRoutes)
    .use(limitBody(MEGABYTE))
    .route('/', eventRoutes)
    .route('/', onSaleRoutes)
    .route('/', viewRoutes)
    .route('/', venueRoutes)
    .route('/', venuePageRoutes)
    .route('/', waitlistRoutes)
    .route('/', resellerRoutes)
    .route('/', meRoutes)
    .route('/', ticketRequestRoutes)
    .route('/', groupRoutes)
    .route('/', paymentRoutes)
    .route('/', revealRoutes)
    .route('/', handoverRoutes)
    .route('/', doorRoutes)
    .route('/', walletRoutes)
    .route('/', providerEventRoutes)
    .route('/', listingRoutes)
    .route('/', payoutRoutes)
    .route('/', planRoutes)
    .route('/', calendarLinkRoutes)
    .route('/', reminderRoutes)
    .route('/', chatRoutes)
    .route('/', launchRoutes)
    .route('/', debugRoutes)
    .get('/health', (c) => c.json({ ok: true, version: BUILD_ID }));

const wholeApi = (admin: AdminApi) => openApi().route('/', admin);

/** The endpoints for programs and the admin's own screens. A refusal is `{ error }` with the sentence itself. */
const functions = new Hono<AppEnv>()
  .basePath('/functions/v1')
  .onError(answerFunctionError)
  .route('/', ingestRoutes)
  .route('/', imageUploadRoutes);
functions.all('*', () => {
  throw notFound();
});

/** The typed surface the web app calls through `hc`. */
export type Api = ReturnType<typeof wholeApi>;

/** What one feature offers to the others, which do not import it. */
const provideFeatures = createMiddleware<AppEnv>((c, next) => {
  c.set('accounts', accounts);
  c.set('payments', { settle, open: openPayment, reportWrongCode });
  return next();
});

type Page = (app: Hono<AppEnv>) => MiddlewareHandler<AppEnv>;

/** The paths that need the admin API. */
const NEEDS_ADMIN = /^\/api\/(admin\/|openapi\.json$)/;

/** Answers requests. The admin API is loaded with the first request that needs it, which keeps the start of the Worker small. */
export function answerRequests(page: Page): (request: Request, env: Env, ctx: ExecutionContext) => Promise<Response> {
  const app = makeApp(page);
  let whole: Promise<Hono<AppEnv>> | undefined;
  const loadWhole = () => (whole ??= import('./admin.ts').then((loaded) => makeApp(page, loaded.adminApi)));
  return async (request, env, ctx) => {
    const asked = NEEDS_ADMIN.test(new URL(request.url).pathname) ? await loadWhole() : app;
    return asked.fetch(request, env, ctx);
  };
}

/** The Worker: middleware in order, the API with `admin` if that is loaded, and `page` for all other requests. */
export function makeApp(page: Page, admin?: AdminApi): Hono<AppEnv> {
  const app = new Hono<AppEnv>().use(drainBody, securityHeaders, openRequest, provideFeatures, refuseUnlessSetUp, greetNewcomers);
  app.onError(answerError);
  app.route('/', admin ? wholeApi(admin) : openApi());
  app.route('/', authRoutes);
  app.route('/', imageRoutes);
  app.route('/', functions);
  app.get('/api/openapi.json', etag(), async (c) => c.json(await describeApi(c, app), 200, { 'Cache-Control': 'no-cache' }));
  app.all('/api/*', () => {
    throw notFound();
  });
  app.route('/', calendarRoutes);
  app.route('/', siteRoutes);
  app.get('*', page(app));
  app.notFound(() => {
    throw notFound();
  });
  return app;
}
