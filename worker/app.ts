import { Hono, type MiddlewareHandler } from 'hono';
import { etag } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import type { adminApi } from './admin.ts';
import type { AppEnv } from './context.ts';
import { accounts } from './features/accounts/accounts.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { meRoutes } from './features/auth/accounts/me.routes.ts';
import { chatRoutes } from './features/chat/chat.routes.ts';
import { myChatRoutes } from './features/chat/my-chat.routes.ts';
import { revealRoutes } from './features/custody/reveal.routes.ts';
import { ticketFileRoutes } from './features/custody/ticket-files.routes.ts';
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
import { calendarRoutes } from './features/plans/calendar.routes.ts';
import { handoverRoutes } from './features/payments/handover.routes.ts';
import { resellerRoutes } from './features/resellers/resellers.routes.ts';
import { schoolRoutes } from './features/school/school.routes.ts';
import { groupRoutes } from './features/tickets/groups.routes.ts';
import { listingRoutes } from './features/tickets/listings.routes.ts';
import { paymentRoutes } from './features/tickets/payment.routes.ts';
import { ticketRequestRoutes } from './features/tickets/ticket-requests.routes.ts';
import { venueRoutes } from './features/venues/venues.routes.ts';
import { waitlistRoutes } from './features/waitlist/waitlist.routes.ts';
import { limitBody } from './http/body.ts';
import { BUILD_ID } from './http/build.ts';
import { drainBody } from './http/drain-body.ts';
import { answerError, answerFunctionError, notFound } from './http/errors.ts';
import { hotAnswer, keepHot, purgesSoFar } from './http/hot-answers.ts';
import { describeApi } from './http/openapi.ts';
import { openRequest } from './http/request.ts';
import { securityHeaders } from './http/security-headers.ts';
import { refuseUnlessSetUp } from './http/settings.ts';
import { greetNewcomers } from './http/visitor.ts';
import type { ownApi } from './own.ts';

const MEGABYTE = 1_048_576;

type AdminApi = typeof adminApi;
type OwnApi = typeof ownApi;

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
    .route('/', providerEventRoutes)
    .route('/', listingRoutes)
    .route('/', chatRoutes)
    .route('/', myChatRoutes)
    .route('/', schoolRoutes)
    .route('/', launchRoutes)
    .route('/', debugRoutes)
    .get('/health', (c) => c.json({ ok: true, version: BUILD_ID }));

const apiWith = (own: OwnApi) => openApi().route('/', own);
const wholeApi = (own: OwnApi, admin: AdminApi) => apiWith(own).route('/', admin);

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

/** The paths that need the admin API, and those that need the API of a person's own things. */
const NEEDS_ADMIN = /^\/api\/(admin\/|openapi\.json$)/;
const NEEDS_OWN = /^\/api\/(my\/|door\/|reminders\/|waitlist\/|ticket-requests\/[^/]+\/(passes|wallet\/))/;

/**
 * Answers requests. The admin API, and the API of a person's own things, are loaded with the first request that needs them, which keeps the
 * start of the Worker small.
 */
export function answerRequests(page: Page): (request: Request, env: Env, ctx: ExecutionContext) => Promise<Response> {
  const app = makeApp(page, openApi());
  const loadOwn = once(async () => makeApp(page, apiWith((await import('./own.ts')).ownApi)));
  const loadWhole = once(async () => {
    const [{ ownApi: own }, { adminApi: admin }] = await Promise.all([import('./own.ts'), import('./admin.ts')]);
    return makeApp(page, wholeApi(own, admin));
  });
  const appFor = (path: string) => (NEEDS_ADMIN.test(path) ? loadWhole() : NEEDS_OWN.test(path) ? loadOwn() : app);
  return async (request, env, ctx) => {
    const hot = hotAnswer(request);
    if (hot) return hot;
    const purgesBefore = purgesSoFar();
    const asked = await appFor(new URL(request.url).pathname);
    return keepHot(request, { answer: await asked.fetch(request, env, ctx), purgesBefore });
  };
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

/** The Worker: middleware in order, the loaded part of the API, and `page` for all other requests. */
function makeApp(page: Page, api: Hono<AppEnv>): Hono<AppEnv> {
  const app = new Hono<AppEnv>().use(drainBody, securityHeaders, openRequest, provideFeatures, refuseUnlessSetUp, greetNewcomers);
  app.onError(answerError);
  app.route('/', api);
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
