import { makeApp } from './app.ts';
import { renderPage } from './page/render-page.ts';

export { AuthLimiter } from './rooms/auth-limiter.ts';

const app = makeApp(renderPage);

export default { fetch: app.fetch } satisfies ExportedHandler<Env>;
