import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bytesOfLibraries } from './test/bench/browser/bare-libraries.ts';

const readManifest = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});

/**
 * The files of a chunk and of the chunks it imports statically. What it imports dynamically is left out: it is loaded
 * later or never.
 */
function filesOf(chunks, key, seen = new Set()) {
  const chunk = chunks[key];
  if (!chunk || seen.has(key)) return [];
  seen.add(key);
  return [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap((next) => filesOf(chunks, next, seen))];
}

const inBrowser = readManifest('dist/client/assets/manifest.json');
const firstLoad = [
  ...new Set(['index.html', 'pages/nights/home-page.tsx'].flatMap((key) => filesOf(inBrowser, key))),
].map((file) => `dist/client/${file}`);
const [styles, scripts] = [true, false].map((isStyle) => firstLoad.filter((file) => file.endsWith('.css') === isStyle));
/**
 * What is loaded first may be a tenth larger than React, Router and Query alone, in kB after Brotli. In whole kB: the
 * names of all files are in it, and a new commit, which changes them, changes its size by as much as 0.2 kB.
 */
const mostScripts = Math.ceil((1.1 * (await bytesOfLibraries())) / 1000);

const inWorker = readManifest('dist/vouch/.vite/manifest.json');
const entry = Object.keys(inWorker).find((key) => inWorker[key].isEntry);
const modules = filesOf(inWorker, entry)
  .filter((file) => file.endsWith('.js'))
  .map((file) => join('dist/vouch', file));
/** WebAssembly modules that a module imports statically. The manifest does not name them as its imports. */
const wasmOf = (module) =>
  [...readFileSync(module, 'utf8').matchAll(/\bfrom\s*"([^"]+\.wasm)"/g)].map(([, path]) =>
    join(dirname(module), path),
  );

export default [
  {
    name: 'first load of /, scripts: at most 1.1 times React, Router and Query',
    path: scripts,
    brotli: true,
    limit: `${mostScripts} kB`,
  },
  { name: 'styles in the document of /', path: styles, brotli: true, limit: '3.3 kB' },
  {
    name: 'the Worker, evaluated at its start',
    path: [...modules, ...modules.flatMap(wasmOf)],
    gzip: true,
    limit: '275 kB',
  },
  // A free plan uploads at most 3 MB. Most of it is the renderer of the preview images, which is loaded when it draws.
  { name: 'the Worker, uploaded', path: ['dist/vouch/**/*.js', 'dist/vouch/**/*.wasm'], gzip: true, limit: '3 MB' },
];
