import { IS_DEV } from '../http/build.ts';

/** A file of the build, as the manifest describes it. */
interface Chunk {
  file: string;
  /** The source file, relative to `web/`. */
  src?: string;
  isDynamicEntry?: boolean;
  css?: string[];
  imports?: string[];
}

let manifest: Promise<Record<string, Chunk>> | undefined;

/** Preload and stylesheet links of a lazy page, by the name of its component, so that its code and styles load with the HTML. */
export async function preloadTags(page: string | undefined, at: { url: URL; assets: Fetcher }): Promise<string> {
  if (!page || IS_DEV) return '';
  manifest ??= at.assets.fetch(new URL('/assets/manifest.json', at.url)).then((answer) => answer.json());
  const chunks = await manifest;
  const entry = chunks['index.html'];
  const already = new Set([entry?.file, ...(entry?.imports ?? []).map((key) => chunks[key]?.file)]);
  const wanted = withImports(chunks, chunkOfPage(chunks, page));
  const scripts = new Set([...wanted].map((chunk) => chunk.file).filter((file) => !already.has(file)));
  const styles = new Set([...wanted].flatMap((chunk) => chunk.css ?? []).filter((file) => !entry?.css?.includes(file)));
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...[...scripts].map((file) => `<link rel="modulepreload" href="/${file}">`),
  ].join('');
}

/** The chunk of a page: for `EventPage`, that of the source file `event-page.tsx` or `event-page.client.tsx`. */
function chunkOfPage(chunks: Record<string, Chunk>, page: string): Chunk | undefined {
  const file = page.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
  return Object.values(chunks).find(
    ({ src, isDynamicEntry }) =>
      isDynamicEntry &&
      src
        ?.replace(/(\.client)?\.tsx$/, '')
        .split('/')
        .at(-1) === file,
  );
}

/** A chunk and all its static imports. */
function withImports(chunks: Record<string, Chunk>, chunk: Chunk | undefined, seen = new Set<Chunk>()): Set<Chunk> {
  if (!chunk || seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const key of chunk.imports ?? []) withImports(chunks, chunks[key], seen);
  return seen;
}
