import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bytesOfLibraries } from './test/bench/browser/bare-libraries.ts';

const readManifest = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});

/** Returns the files of a chunk and of its static imports. Leaves out dynamic imports: they load later or never. */
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
 * A change may raise a size to at most its goal times this factor. The next change has to bring the size back to the
 * goal.
 */
const HEADROOM = 1.01;
const limitOf = (bytes) => `${Math.floor(bytes * HEADROOM)} B`;
/** The goal for the scripts of the first load: 1.1 times React, Router and Query, in bytes after Brotli. */
const wantedScripts = 1.1 * (await bytesOfLibraries());
/** The file with the build's id. No size counts it, because its compressed size depends on the id. */
const FILE_OF_ID = 'dist/vouch/assets/build-id.js';

const inWorker = readManifest('dist/vouch/.vite/manifest.json');
const entry = Object.keys(inWorker).find((key) => inWorker[key].isEntry);
const modules = filesOf(inWorker, entry)
  .map((file) => join('dist/vouch', file))
  .filter((file) => file.endsWith('.js') && file !== FILE_OF_ID);
/** Returns the WebAssembly modules that a module imports statically. The manifest does not list them. */
const wasmOf = (module) =>
  [...readFileSync(module, 'utf8').matchAll(/\bfrom\s*"([^"]+\.wasm)"/g)].map(([, path]) =>
    join(dirname(module), path),
  );

export default [
  {
    name: 'first load of /, scripts: at most 1.1 times React, Router and Query',
    path: scripts,
    brotli: true,
    limit: limitOf(wantedScripts),
  },
  { name: 'styles in the document of /', path: styles, brotli: true, limit: limitOf(3300) },
  {
    name: 'the Worker, evaluated at its start',
    path: [...modules, ...modules.flatMap(wasmOf)],
    gzip: true,
    limit: limitOf(270_000),
  },
  // The free plan allows 3 MB. Most of the Worker is the renderer of preview images, which loads with the first image.
  {
    name: 'the Worker, uploaded',
    path: ['dist/vouch/**/*.js', 'dist/vouch/**/*.wasm', `!${FILE_OF_ID}`],
    gzip: true,
    limit: '3 MB',
  },
];
