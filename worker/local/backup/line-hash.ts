import { createHash } from 'node:crypto';
import type { Cell } from '../../http/database/row-copies.ts';
import type { Hashed } from './manifest.ts';

export function openLines(append: (text: string) => Promise<void>): {
  add: (rows: readonly Cell[][]) => Promise<void>;
  close: () => Hashed;
} {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add: async (rows) => {
      if (rows.length === 0) return;
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      hash.update(text);
      count += rows.length;
      await append(text);
    },
    close: () => ({ rows: count, sha256: hash.digest('hex') }),
  };
}

/** The rows in one statement have at most this many characters. A string in D1 or in a room can have up to 2 MB. */
const MOST_CHARACTERS = 400_000;
const MOST_ROWS = 1000;

/** Parses lines into rows, in parts that fit into one statement. */
export async function* partsOf(lines: AsyncIterable<string>): AsyncGenerator<Cell[][]> {
  let [part, size]: [Cell[][], number] = [[], 0];
  for await (const line of lines) {
    if (part.length === MOST_ROWS || (part.length > 0 && size + line.length > MOST_CHARACTERS)) {
      yield part;
      [part, size] = [[], 0];
    }
    part.push(JSON.parse(line) as Cell[]);
    size += line.length;
  }
  if (part.length > 0) yield part;
}
