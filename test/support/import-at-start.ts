import type { Plugin } from 'vite';

const LATE_IMPORT = /\bimport\(\s*(["'][^"'\n]+["'])\s*\)/g;

/**
 * Turns the dynamic imports of the Worker's code into static imports. Otherwise, two HTTP requests of a test that wait
 * for the same import share one promise, and the second request continues in the context of the first.
 */
export const importAtStart: Plugin = {
  name: 'import-at-start',
  transform: {
    filter: { id: { include: /\/worker\/.+\.tsx?$/, exclude: [/\/worker\/local\//, /\/test\//] }, code: 'import(' },
    handler(code) {
      const names = new Map<string, string>();
      const changed = code.replaceAll(LATE_IMPORT, (_, from: string) => {
        const name = names.get(from) ?? `atStart${names.size}`;
        names.set(from, name);
        return `Promise.resolve(${name})`;
      });
      const imports = Array.from(names, ([from, name]) => `import * as ${name} from ${from};`).join(' ');
      // On the first line, so that the line numbers of stack traces stay right.
      return { code: `${imports} ${changed}`, map: null };
    },
  },
};
