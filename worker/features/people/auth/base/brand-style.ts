import { raw } from 'hono/html';

/** The logo of `web/ui/logo.tsx`. */
export const LOGO = raw(
  '<svg viewBox="0 0 32 32" width="28" height="28" fill="currentColor" fill-rule="evenodd" aria-hidden="true"><path d="M5 7h22a2 2 0 0 1 2 2v4a3 3 0 0 0 0 6v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4a3 3 0 0 0 0-6V9a2 2 0 0 1 2-2m11 12.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7" /></svg>',
);

/** The colors and shapes of `web/styles`, for pages that the Worker renders without the app. */
const STYLE =
  ':root{--ink:#0b0b0d;--raised:#151518;--line:#28282e;--paper:#f4f1ea;--muted:#a39e93;--accent:#e6ff3f;--warn:#ff7a59;--field:#0b0b0d;--edge:#6b675f;color-scheme:dark light}' +
  '@media (prefers-color-scheme:light){:root{--ink:#f4f1ea;--raised:#fffdf8;--line:#d8d3c8;--paper:#0b0b0d;--muted:#57534b;--warn:#a3310f;--field:#fff;--edge:#817c72}}' +
  'body{margin:0;background:var(--ink);color:var(--paper);font:1.0625rem/1.5 Archivo,system-ui,sans-serif}' +
  'header{padding:12px 20px;border-bottom:1px solid var(--line)}' +
  'header a{display:inline-flex;align-items:center;gap:8px;min-height:44px;color:inherit;text-decoration:none;font-size:1.5rem;font-weight:850;font-stretch:72%}' +
  'header svg{box-sizing:border-box;padding:4px;border-radius:7px;background:var(--accent);color:#0b0b0d}' +
  'main{max-width:34rem;margin:auto;padding:clamp(32px,8vh,96px) 20px}@media (width>=640px){main{margin-block:clamp(32px,8vh,80px);padding:40px;border:1px solid var(--line);border-radius:14px;background:var(--raised)}}' +
  'h1::after{content:"";display:block;margin-top:20px;border-top:2px dashed var(--line)}' +
  'h1{margin:0 0 16px;font-size:clamp(2rem,1.4rem + 3vw,3rem);font-weight:850;font-stretch:72%;line-height:1.02;text-wrap:balance;overflow-wrap:anywhere}' +
  'p{margin:0 0 24px;overflow-wrap:anywhere}form+p{margin-top:32px;color:var(--muted)}[role=alert]{color:var(--warn)}' +
  'label{display:block;margin:0 0 16px;font-weight:600}' +
  'input{display:block;box-sizing:border-box;width:100%;min-height:48px;margin:6px 0 0;padding:0 14px;border:1px solid var(--edge);border-radius:10px;background:var(--field);color:inherit;font:inherit}' +
  'button,.button{display:inline-flex;align-items:center;min-height:48px;margin:0 12px 12px 0;padding:0 22px;border:1px solid var(--accent);border-radius:10px;background:var(--accent);color:#0b0b0d;font:inherit;font-weight:650;text-decoration:none;cursor:pointer}' +
  '.quiet{border-color:var(--edge);background:none;color:inherit}' +
  ':focus-visible{outline:3px solid var(--paper);outline-offset:2px}';

/** The path of the font in this build. Undefined until the app's HTML is read, null if no font was found. */
let font: string | null | undefined;

export async function brandStyle(env: Pick<Env, 'ASSETS'>, url: string): Promise<string> {
  if (font === undefined) font = await findFont(env, url);
  const face =
    font &&
    `@font-face{font-family:Archivo;src:url('${font}') format('woff2');font-weight:400 900;font-stretch:62% 100%;font-display:swap}`;
  return `${face ?? ''}${STYLE}`;
}

async function findFont(env: Pick<Env, 'ASSETS'>, url: string): Promise<string | null> {
  try {
    const shell = await env.ASSETS.fetch(new URL('/', url));
    return /href="(\/assets\/archivo-latin[\w.-]*\.woff2)"/.exec(await shell.text())?.[1] ?? null;
  } catch {
    return null;
  }
}
