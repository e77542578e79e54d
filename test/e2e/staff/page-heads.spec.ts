import { createHash } from 'node:crypto';
import { DRAWN_IN_BROWSER, RENDERED } from '../rendered-pages.ts';
import { expect, test } from '../test.ts';

/** The file with each page's code. Home is not listed, because every page loads the code of home. */
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

/** The most files that a page may load before it is drawn. On a slow phone even a small file takes time. */
const MOST_FILES = 30;

interface Chunk {
  file: string;
  isDynamicEntry?: boolean;
  css?: string[];
  imports?: string[];
}

function addFiles(found: Set<string>, { chunks, key }: { chunks: Record<string, Chunk>; key: string }): Set<string> {
  const { file, css = [], imports = [] } = chunks[key]!;
  for (const one of [file, ...css]) found.add(one);
  for (const next of imports) addFiles(found, { chunks, key: next });
  return found;
}

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

test('no page needs many files before it is drawn', async ({ request }) => {
  const built = (await (await request.get('/assets/manifest.json')).json()) as Record<string, Chunk>;
  const pages = Object.keys(built).filter((key) => key.startsWith('pages/') && built[key]!.isDynamicEntry);
  expect(pages.length).toBeGreaterThan(30);
  const shell = addFiles(new Set(), { chunks: built, key: 'index.html' });
  const counts = pages.map((key) => [key, addFiles(new Set(shell), { chunks: built, key }).size] as const);
  expect(counts.filter(([, count]) => count > MOST_FILES)).toEqual([]);
});

test('the head of every page links each file once and inlines only styles that its security policy allows', async ({
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
    // The first load has no transition.
    expect(styles[0], path).not.toContain('@keyframes page-in');
    const source = `'sha256-${createHash('sha256').update(styles[0]!).digest('base64')}'`;
    expect(answer.headers()['content-security-policy'], path).toContain(`style-src 'self' ${source};`);
  }
});
