import { encodeBase64 } from '@oslojs/encoding';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { sha256 } from '../../../http/crypto.ts';
import type { AuthEnv } from '../auth-env.ts';

const STYLE =
  'body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#111827;background:#fff}' +
  'main{max-width:420px}h1{font-size:22px;line-height:1.3;margin:0 0 12px}p{margin:0 0 24px}' +
  'button{min-height:48px;padding:0 24px;border:0;border-radius:8px;background:#111827;color:#fff;font:inherit;font-weight:600;cursor:pointer}' +
  'button:focus-visible{outline:3px solid #2563eb;outline-offset:2px}' +
  '@media (prefers-color-scheme:dark){body{background:#0b0d12;color:#f3f4f6}button{background:#f3f4f6;color:#111827}}';

const TEXTS: Record<string, { title: string; button: string }> = {
  recovery: { title: 'Choose a new password', button: 'Continue' },
  email_change: { title: 'Confirm your new address', button: 'Confirm the change' },
  magiclink: { title: 'Sign in to Vouch', button: 'Sign in' },
  invite: { title: 'Accept your invitation', button: 'Accept' },
};

/** The page that a mail's link opens in a browser. Its one button posts the link. The page runs no script and uses nothing up. */
export async function confirmPage(c: Context<AuthEnv>, link: { token: string; type: string; redirect_to: string }): Promise<Response> {
  const { title, button } = TEXTS[link.type] ?? { title: 'Confirm your address', button: 'Confirm' };
  const fields = Object.entries(link).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('X-Robots-Tag', 'noindex');
  c.header('Content-Security-Policy', await policyFor(link.redirect_to));
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
            <h1>${title}</h1>
            <p>One more tap, so that only you can use this link.</p>
            <form method="post" action="/auth/v1/verify">
              ${fields}
              <button type="submit">${button}</button>
            </form>
          </main>
        </body>
      </html>`,
  );
}

/** Allows the page's own style, and a form whose answer may redirect to where the link leads: browsers check redirects too. */
async function policyFor(redirectTo: string): Promise<string> {
  const hash = encodeBase64(await sha256(STYLE));
  const { origin, protocol } = new URL(redirectTo);
  const target = origin === 'null' ? protocol : origin;
  return `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' ${target}; base-uri 'none'; frame-ancestors 'none'`;
}
