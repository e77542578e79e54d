import { base64 } from '@scure/base';
import type { OwnSources } from '../http/answers/security-headers.ts';
import { IS_DEV } from '../http/build.ts';
import { sourceOf } from '../http/security/crypto.ts';
import { FIRST_TAP } from './first-tap.ts';

interface Chunk {
  file: string;
  /** Relative to `web/`. */
  src?: string;
  isDynamicEntry?: boolean;
  css?: string[];
  imports?: string[];
}

type Manifest = Record<string, Chunk>;

export interface PageFiles {
  /** All styles and the first screen's pictures. They are in the head, so the first paint waits for no other file. */
  style: string;
  /** The hashes of the inline style and script, for the Content Security Policy. */
  sources: OwnSources;
  /** The stylesheets whose content is in `style`, so browsers need not load these files. */
  styles: readonly string[];
  /** The scripts that the shell does not preload. */
  scripts: readonly string[];
}

/** Pictures that are small enough to be part of the page's style. */
const FIRST_PICTURES: Record<string, string> = { '/': 'media/hero.webp' };

let manifest: Promise<Manifest> | undefined;
const texts = new Map<string, Promise<string>>();
const known = new Map<string, Promise<PageFiles | undefined>>();

/** Finds the files of a page by the name of its lazy component. Undefined without a build. */
export async function pageFiles(
  page: string | undefined,
  at: { url: URL; assets: Fetcher },
): Promise<PageFiles | undefined> {
  if (IS_DEV) return undefined;
  const picture = FIRST_PICTURES[at.url.pathname];
  const key = `${page} ${picture}`;
  const found = known.get(key) ?? collect({ page, picture }, at);
  known.set(key, found);
  try {
    return await found;
  } catch (error) {
    // The next request reads the build again.
    for (const kept of [known, texts]) kept.clear();
    manifest = undefined;
    throw error;
  }
}

async function collect(
  { page, picture }: { page: string | undefined; picture: string | undefined },
  at: { url: URL; assets: Fetcher },
) {
  manifest ??= at.assets.fetch(new URL('/assets/manifest.json', at.url)).then((answer) => answer.json());
  const chunks = await manifest;
  const shell = withImports(chunks, chunks['index.html']);
  if (shell.size === 0) return undefined;
  const wanted = new Set([...shell, ...withImports(chunks, chunkOfPage(chunks, page))]);
  const styles = [...new Set([...wanted].flatMap((chunk) => chunk.css ?? []))];
  const style = (await Promise.all(styles.map((file) => textOf(file, at)))).join('');
  const shown = await withPicture(style, { file: picture && chunks[picture]?.file, at });
  const scripts = [...wanted].filter((chunk) => !shell.has(chunk)).map(({ file }) => file);
  const sources = { style: await sourceOf(shown), script: await sourceOf(FIRST_TAP) };
  return { style: shown, sources, styles, scripts };
}

function textOf(file: string, { url, assets }: { url: URL; assets: Fetcher }): Promise<string> {
  const text = texts.get(file) ?? assets.fetch(new URL(`/${file}`, url)).then((answer) => answer.text());
  texts.set(file, text);
  return text;
}

async function withPicture(
  style: string,
  { file, at }: { file: string | undefined; at: { url: URL; assets: Fetcher } },
): Promise<string> {
  if (!file) return style;
  const answer = await at.assets.fetch(new URL(`/${file}`, at.url));
  const data = `data:${answer.headers.get('Content-Type')};base64,${base64.encode(new Uint8Array(await answer.arrayBuffer()))}`;
  return style.replace(`/${file}`, data);
}

/** `EventPage` is in the chunk of `event-page.tsx` or `event-page.client.tsx`. */
function chunkOfPage(chunks: Manifest, page: string | undefined): Chunk | undefined {
  const file = page?.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
  return Object.values(chunks).find(
    ({ src, isDynamicEntry }) =>
      isDynamicEntry &&
      src
        ?.replace(/(\.client)?\.tsx$/, '')
        .split('/')
        .at(-1) === file,
  );
}

/** A chunk and all its static imports, which come first. */
function withImports(chunks: Manifest, chunk: Chunk | undefined, seen = new Set<Chunk>()): Set<Chunk> {
  if (!chunk || seen.has(chunk)) return seen;
  for (const key of chunk.imports ?? []) withImports(chunks, chunks[key], seen);
  return seen.add(chunk);
}
