import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Keeping } from './places.ts';

/** Stores a backup in a local folder that only its owner can read. Files of an interrupted backup are replaced. */
export function backupFolder(folder: string): Keeping {
  const begun = new Set<string>();
  const placeOf = async (name: string) => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  };
  return {
    append: async (name, text) => {
      const put = begun.has(name) ? appendFile : writeFile;
      begun.add(name);
      await put(await placeOf(name), text, { mode: 0o600 });
    },
    write: async (name, bytes) => writeFile(await placeOf(name), bytes, { mode: 0o600 }),
    read: (name) => readFile(join(folder, name)),
    lines: (name) => linesOf(join(folder, name)),
  };
}

/** Only a line feed ends a line, because messages contain other separators. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
