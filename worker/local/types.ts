import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'worker/worker-configuration.d.ts';

// Wrangler types the bindings through the Worker's entry, which would pull the pages, and with them the DOM, into the Worker's own
// type-check. Classes are named at their birthplace instead.
execFileSync('wrangler', ['types', file, '--strict-vars=false'], { stdio: ['ignore', 'ignore', 'inherit'] });
const generated = readFileSync(file, 'utf8')
  .replace(/\tinterface GlobalProps \{[^}]*\}\n/, '')
  .replaceAll(/import\("\.\/index"\)\.(\w+)/g, (_, name: string) => `import("./rooms/${kebab(name)}.ts").${name}`)
  .replaceAll(/[ \t]+$/gm, '');
writeFileSync(file, generated);

function kebab(name: string): string {
  return name.replaceAll(/(?<!^)[A-Z]/g, (mail) => `-${mail}`).toLowerCase();
}
