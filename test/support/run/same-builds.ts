import { existsSync, readFileSync } from 'node:fs';
import { createBuilder } from 'vite';

/** The only file that may differ between two builds of the same sources. The size limits do not count this file. */
const FILE_OF_ID = 'dist/vouch/assets/build-id.js';

process.env['BUILD_ID'] = 'another-build';
const builder = await createBuilder({ logLevel: 'error', build: { write: false } });
const moved: string[] = [];
for (const [name, environment] of Object.entries(builder.environments)) {
  if (!existsSync(`dist/${name}`)) continue;
  const built = await builder.build(environment);
  if (!('output' in built)) throw new Error(`${name} was not built as one output.`);
  for (const file of built.output) {
    if (file.type !== 'chunk') continue;
    const path = `dist/${name}/${file.fileName}`;
    if (!existsSync(path) || readFileSync(path, 'utf8') !== file.code) moved.push(path);
  }
}
if (moved.length !== 1 || moved[0] !== FILE_OF_ID) {
  console.error(`The build's id may change only ${FILE_OF_ID}. It changed:\n${moved.join('\n') || 'nothing'}`);
  process.exit(1);
}
