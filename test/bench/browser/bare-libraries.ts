import { globSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

const LIBRARIES = ['react', 'react-dom/client', '@tanstack/react-router', '@tanstack/react-query'];
const NAME = 'virtual:bare-libraries';
const IMPORT = /^import \{([^}]*)\} from '([^']+)';/gm;

function namesUsed(): Map<string, Set<string>> {
  const used = new Map(LIBRARIES.map((library) => [library, new Set<string>()]));
  for (const file of globSync('web/**/*.{ts,tsx}', { exclude: (path) => path.includes('.test.') }))
    for (const [, names = '', library = ''] of readFileSync(file, 'utf8').matchAll(IMPORT))
      for (const name of names.split(',').map((each) => each.trim()))
        if (name && !name.startsWith('type ')) used.get(library)?.add(name);
  return used;
}

/**
 * Builds a bundle of `LIBRARIES` with only the exports that the app imports. Returns the size of the bundle in bytes,
 * compressed with Brotli.
 */
export async function bytesOfLibraries(): Promise<number> {
  const code = [...namesUsed()]
    .map(([library, names]) => `export { ${[...names].join(', ')} } from '${library}';`)
    .join('\n');
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: NAME,
        resolveId: (id) => (id === NAME ? `${process.cwd()}/web/bare-libraries.js` : null),
        load: (id) => (id.endsWith('/web/bare-libraries.js') ? code : null),
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: NAME, preserveEntrySignatures: 'strict' } },
  });
  if (!('output' in built)) throw new Error('Expected one bundle.');
  return built.output
    .filter((file) => file.type === 'chunk')
    .reduce((sum, file) => sum + brotliCompressSync(file.code).length, 0);
}
