import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AuthEnv } from './auth-env.ts';
import { linkPage } from './link-page.ts';

const BY_STATUS: Partial<Record<number, { heading: string; text: string }>> = {
  404: {
    heading: 'Nothing here',
    text: 'There is no page at this address. Open the link in your email again, or sign in.',
  },
  429: { heading: 'Too many tries', text: 'Wait a while, then try again.' },
};
const BROKEN = { heading: 'That didn’t work', text: 'Something broke on our side. Please try again.' };
const REFUSED = { heading: 'That didn’t work', text: 'Nothing has changed. Please sign in again.' };

/** The page uses fixed sentences, because the error's own text may repeat words from the URL. */
export function errorPage(c: Context<AuthEnv>, status: ContentfulStatusCode): Promise<Response> {
  const { heading, text } = BY_STATUS[status] ?? (status >= 500 ? BROKEN : REFUSED);
  const id = status >= 500 ? html`<p>Request id: ${c.get('request_id')}</p>` : '';
  const forms = html`${id}<a class="button" href="/auth">Sign in</a><a class="button quiet" href="/">Home</a>`;
  return linkPage(c, { status, title: heading, heading, text, forms });
}
