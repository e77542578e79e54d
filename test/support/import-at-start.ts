import type { Plugin } from 'vite';

/** An import that a function of the Worker makes when it needs a part, such as `import('./tell-people.ts')`. */
const LATE_IMPORT = /\bimport\(\s*(["'][^"'\n]+["'])\s*\)/g;

/**
 * Lets the Worker's tests import at the start what the Worker imports when it first needs it. Two requests that wait
 * for one import share its promise there, so the second would go on as if it were the first. It could not acknowledge
 * its messages, and after the end of the first it would wait forever.
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
      // On the first line, so that the lines of a trace stay right.
      return { code: `${imports} ${changed}`, map: null };
    },
  },
};
