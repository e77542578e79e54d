import { html, raw } from 'hono/html';

export type Html = ReturnType<typeof html>;

const STYLE = raw(`
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 44rem; padding: 0 1rem 3rem; overflow-wrap: anywhere; }
  .mark { background: #7a4b00; color: #fff; margin: 0 -1rem 1rem; padding: .5rem 1rem; }
  .problem { border-left: .25rem solid #c62828; padding: .25rem .75rem; }
  .amount { font-size: 2rem; font-weight: 700; margin: 0; }
  button, .button { border: 1px solid; border-radius: .5rem; background: none; color: inherit; cursor: pointer; }
  button, .button { font: inherit; min-height: 2.75rem; padding: .25rem 1rem; }
  .stack button { display: block; margin: 0 0 .75rem; width: 100%; }
  button.first { background: #1565c0; border-color: #1565c0; color: #fff; }
  form.row, .row { display: flex; flex-wrap: wrap; gap: .5rem; margin: .5rem 0; align-items: end; }
  label { display: block; }
  input { font: inherit; padding: .375rem; width: 6rem; }
  section { border-top: 1px solid #8886; padding: .75rem 0; }
  h2 { margin: 1.5rem 0 .5rem; }
  code { font-size: .875rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 0; }
  dd { margin: 0; }
`);

export async function pageOf(
  title: string,
  content: Html,
  { status = 200, problem }: { status?: number; problem?: string | null } = {},
): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · test provider</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <p class="mark">Local test provider. No card and no money is real.</p>
        <main>
          <h1>${title}</h1>
          ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''} ${content}
        </main>
      </body>
    </html>`;
  return new Response(String(page), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
      'Cache-Control': 'no-store',
    },
  });
}

export const leadTo = (address: string) => new Response(null, { status: 303, headers: { Location: address } });

export const dollars = (cents: number) => `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;
