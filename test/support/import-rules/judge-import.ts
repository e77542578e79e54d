import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { earlierFolders } from './districts.ts';
import { LAYERS } from './layers.ts';
import { BROWSER_PACKAGES, type Layer, SQL_PACKAGES, WORKER_PACKAGES } from './layer.ts';

/** `file` is the path of the importing file from the repository's root. `source` is the quoted text of the import. */
export interface Import {
  file: string;
  source: string;
  /** True only for `import type` and `export type`, because `import { type A }` still loads the module. */
  isType: boolean;
}

/** The compiled patterns. In a pattern, `*` matches part of a name and `**` any path. */
const compiled = new Map<string, RegExp>();

const { dependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};
const workerPackages = Object.keys(dependencies).flatMap((name) =>
  matchesAny(name, [...BROWSER_PACKAGES, ...SQL_PACKAGES]) ? [] : [name, `${name}/**`],
);

const SOURCE = /^(drizzle|worker|web)\//;
const EARLIER = '{earlier}';
const TEST = /\.test\.tsx?$/;

/** Files in `test` and configuration files may import anything. */
export function isSource(file: string): boolean {
  return SOURCE.test(file);
}

/** Returns the sentence that refuses an import, or null if it is allowed. */
export function refusalOf({ file, source, isType }: Import): string | null {
  const layer = LAYERS.find(({ files }) => matchesAny(file, files));
  if (!layer) return `No layer in test/support/import-rules/layers.ts names ${file}.`;
  const isFile = /^\.\.?(\/|$)/.test(source);
  const target = isFile ? posix.join(posix.dirname(file), source.replace(/[?#].*$/, '')) : posix.normalize(source);
  const allowed = (isFile ? allowedFiles : allowedPackages)(layer, { file, isType });
  return matchesAny(target, allowed) ? null : `${file} may not import ${target}. ${layer.instead}`;
}

function allowedFiles({ imports, types = [] }: Layer, { file, isType }: Pick<Import, 'file' | 'isType'>): string[] {
  // A test of a screen may need later subjects that use the screen.
  const forTests = TEST.test(file) ? ['drizzle/**', 'test/support/**', 'web/features/**'] : [];
  return [...imports, ...(isType ? types : []), ...forTests].flatMap((pattern) =>
    pattern.startsWith(EARLIER)
      ? earlierFolders(file).map((folder) => folder + pattern.slice(EARLIER.length))
      : pattern,
  );
}

function allowedPackages(
  { packages, packageTypes = [] }: Layer,
  { file, isType }: Pick<Import, 'file' | 'isType'>,
): string[] {
  const forTests = TEST.test(file) ? ['**'] : [];
  return [...packages, ...(isType ? packageTypes : []), ...forTests].flatMap((pattern) =>
    pattern === WORKER_PACKAGES ? workerPackages : pattern,
  );
}

function matchesAny(path: string, patterns: string[]): boolean {
  return patterns.some((pattern) => {
    let known = compiled.get(pattern);
    if (!known) {
      const literal = pattern.replace(/[$.+?^()|[\]]/g, String.raw`\$&`);
      known = new RegExp(`^${literal.replace(/\*\*?/g, (stars) => (stars === '**' ? '.+' : '[^/]*'))}$`);
      compiled.set(pattern, known);
    }
    return known.test(path);
  });
}
