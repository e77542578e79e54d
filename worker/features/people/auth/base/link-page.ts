import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { sourceOf } from '../../../../http/security/crypto.ts';
import type { AuthEnv } from './auth-env.ts';

export type Markup = ReturnType<typeof html>;

interface LinkPage {
  status: ContentfulStatusCode;
  /** Where a form may redirect to, besides this site. */
  redirect_to?: string;
  title: string;
  heading: string;
  text: string;
  forms: Markup;
}

/**
 * Responds with a page that has no scripts. Opening the page does not use up the mail link that leads to it. Only a
 * button on the page does.
 */
export async function linkPage(
  c: Context<AuthEnv>,
  { status, redirect_to, title, heading, text, forms }: LinkPage,
): Promise<Response> {
  const { brandStyle, LOGO } = await import('./brand-style.ts');
  const style = await brandStyle(c.env, c.req.url);
  c.header('Cache-Control', 'no-store');
  // Other sites never see the token in the referrer.
  c.header('Referrer-Policy', 'same-origin');
  c.header('X-Robots-Tag', 'noindex');
  c.header('Content-Security-Policy', policyFor(await sourceOf(style), redirect_to));
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} · Vouch</title>
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          ${raw(`<style>${style}</style>`)}
        </head>
        <body>
          <header><a href="/">${LOGO} vouch</a></header>
          <main>
            <h1>${heading}</h1>
            <p>${text}</p>
            ${forms}
          </main>
        </body>
      </html>`,
    status,
  );
}

/** Browsers apply `form-action` to the redirect after a form too, so the policy allows the target `redirectTo`. */
function policyFor(styleSource: string, redirectTo: string | undefined): string {
  const target = redirectTo === undefined ? '' : ` ${originOf(redirectTo)}`;
  const own = `style-src ${styleSource}; font-src 'self'; img-src 'self'`;
  return `default-src 'none'; ${own}; form-action 'self'${target}; base-uri 'none'; frame-ancestors 'none'`;
}

function originOf(url: string): string {
  const { origin, protocol } = new URL(url);
  return origin === 'null' ? protocol : origin;
}
