import { createHash } from 'node:crypto';
import { DRAWN_IN_BROWSER, RENDERED } from '../rendered-pages.ts';
import { expect, test } from '../test.ts';

/** The file that holds the code of a page. Home's code is part of what every page loads. */
const CODE = {
  '/events': 'nights/events-page.tsx',
  '/events/headline-halloween': 'nights/event-page.tsx',
  '/venues/sample-ny': 'nights/venue-page.tsx',
  '/sell': 'staff/launch-area.client.tsx',
  '/forgot-password': 'people/forgot-password-page.client.tsx',
  '/two-factor': 'people/two-factor-page.client.tsx',
  '/whoami': 'people/whoami-page.client.tsx',
  '/admin/people': 'staff/admin-area.client.tsx',
};

/** The addresses of links that stand in the head more than once. */
const repeated = (links: readonly string[]) => links.filter((link, at) => links.indexOf(link) !== at);

test('the head of a page links the code of that page', async ({ request }) => {
  const built = (await (await request.get('/assets/manifest.json')).json()) as Record<string, { file: string }>;
  for (const [path, page] of Object.entries(CODE)) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain(
      `<link rel="modulepreload" href="/${built[`pages/${page}`]?.file}" fetchpriority="low">`,
    );
  }
});

test('the head of every page links each file once, and holds every style of its first frame, which its policy allows', async ({
  request,
}) => {
  for (const path of [...RENDERED, ...DRAWN_IN_BROWSER].flat()) {
    const answer = await request.get(path);
    const [head = ''] = (await answer.text()).split('</head>');
    const links = [...head.matchAll(/<link [^>]*>/g)].map(([link]) => link);
    expect(repeated(links.map((link) => / href="([^"]*)"/.exec(link)![1]!)), path).toEqual([]);
    expect(
      links.filter((link) => link.includes('"stylesheet"') && !link.includes(' type="text/x-known"')),
      path,
    ).toEqual([]);
    const styles = [...head.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style]) => style!);
    expect(styles, path).toHaveLength(1);
    const source = `'sha256-${createHash('sha256').update(styles[0]!).digest('base64')}'`;
    expect(answer.headers()['content-security-policy'], path).toContain(`style-src 'self' ${source};`);
  }
});
