import { IS_DEV } from '../http/build.ts';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

let manifest: Promise<Record<string, Chunk>> | undefined;

/** Preload and stylesheet links of a lazy page's chunk, so that its code and styles start with the HTML. */
export async function preloadTags(page: string | undefined, at: { url: URL; assets: Fetcher }): Promise<string> {
  if (!page || IS_DEV) return '';
  manifest ??= at.assets.fetch(new URL('/assets/manifest.json', at.url)).then((answer) => answer.json());
  const chunks = await manifest;
  const entry = chunks['index.html'];
  const already = new Set([entry?.file, ...(entry?.imports ?? []).map((key) => chunks[key]?.file)]);
  const wanted = chunksOf(chunks, page, new Set());
  const scripts = new Set([...wanted].map((chunk) => chunk.file).filter((file) => !already.has(file)));
  const styles = new Set([...wanted].flatMap((chunk) => chunk.css ?? []).filter((file) => !entry?.css?.includes(file)));
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...[...scripts].map((file) => `<link rel="modulepreload" href="/${file}">`),
  ].join('');
}

function chunksOf(chunks: Record<string, Chunk>, key: string, seen: Set<Chunk>): Set<Chunk> {
  const chunk = chunks[key];
  if (!chunk || seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const next of chunk.imports ?? []) chunksOf(chunks, next, seen);
  return seen;
}
