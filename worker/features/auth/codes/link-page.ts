import { encodeBase64 } from '@oslojs/encoding';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { sha256 } from '../../../http/crypto.ts';
import type { AuthEnv } from '../auth-env.ts';

const STYLE =
  'body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#111827;background:#fff}' +
  'main{max-width:420px}h1{font-size:22px;line-height:1.3;margin:0 0 12px;overflow-wrap:anywhere}p{margin:0 0 24px}' +
  'label{display:block;margin:0 0 16px}input{display:block;box-sizing:border-box;width:100%;min-height:48px;margin:4px 0 0;padding:0 12px;font:inherit}form+p{margin-top:24px}' +
  'button{min-height:48px;padding:0 24px;border:0;border-radius:8px;background:#111827;color:#fff;font:inherit;font-weight:600;cursor:pointer}' +
  'button:focus-visible{outline:3px solid #2563eb;outline-offset:2px}' +
  '@media (prefers-color-scheme:dark){body{background:#0b0d12;color:#f3f4f6}button{background:#f3f4f6;color:#111827}}';

export type Markup = ReturnType<typeof html>;

interface LinkPage {
  status: 200 | 403;
  /** Where the answer to the form may lead. */
  redirect_to: string;
  title: string;
  heading: string;
  text: string;
  forms: Markup;
}

/** The page behind the link of a mail. It runs no script and uses nothing up; the button of its form does the work. */
export async function linkPage(c: Context<AuthEnv>, { status, redirect_to, title, heading, text, forms }: LinkPage): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  // The form says where it was sent from, and no other site learns the token.
  c.header('Referrer-Policy', 'same-origin');
  c.header('X-Robots-Tag', 'noindex');
  c.header('Content-Security-Policy', await policyFor(redirect_to));
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          ${raw(`<style>${STYLE}</style>`)}
        </head>
        <body>
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

/** Allows the page's own style, and a form whose answer may redirect to where the link leads: browsers check redirects too. */
async function policyFor(redirectTo: string): Promise<string> {
  const hash = encodeBase64(await sha256(STYLE));
  const { origin, protocol } = new URL(redirectTo);
  const target = origin === 'null' ? protocol : origin;
  return `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' ${target}; base-uri 'none'; frame-ancestors 'none'`;
}
