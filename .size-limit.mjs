import { existsSync, readFileSync } from 'node:fs';

const MANIFEST = 'dist/client/assets/manifest.json';
const chunks = existsSync(MANIFEST) ? JSON.parse(readFileSync(MANIFEST, 'utf8')) : {};

/** A chunk, what it imports at once, and their styles: what a browser fetches before the page works. */
function filesOf(key, seen = new Set()) {
  const chunk = chunks[key];
  if (!chunk || seen.has(key)) return [];
  seen.add(key);
  const own = [chunk.file, ...(chunk.css ?? [])].map((file) => `dist/client/${file}`);
  return [...own, ...(chunk.imports ?? []).flatMap((next) => filesOf(next, seen))];
}

const firstLoad = [...new Set([...filesOf('index.html'), ...filesOf('pages/home-page.tsx')])];

export default [
  { name: 'first load of /, JS and CSS', path: firstLoad, brotli: true, limit: '105 kB' },
  { name: 'the Worker', path: ['dist/vouch/**/*.js', 'dist/vouch/**/*.wasm'], gzip: true, limit: '280 kB' },
];
