import { makeApp } from './app.ts';
import { deliverBatch } from './features/notify/deliver.ts';
import type { NotifyJob } from './http/outbox.ts';
import { renderPage } from './page/render-page.ts';

export { AuthLimiter } from './rooms/auth-limiter.ts';

const app = makeApp(renderPage);

export default {
  fetch: app.fetch,
  queue: deliverBatch,
} satisfies ExportedHandler<Env, NotifyJob>;
