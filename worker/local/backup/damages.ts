import { createHash } from 'node:crypto';
import { forEach } from './abreast.ts';
import { tableFile } from './database-copy.db.ts';
import type { Contents } from './manifest.ts';
import { objectFile } from './object-copies.ts';
import type { Keeping } from './places.ts';
import { roomFile } from './room-copies.ts';

export async function damagesOf({ tables, rooms, buckets }: Contents, keeping: Keeping): Promise<string[]> {
  const damages: string[] = [];
  const compare = async (name: string, expected: string, hashOf: (name: string) => Promise<string>) => {
    const found = await hashOf(name).catch(() => 'none');
    if (found !== expected) damages.push(`The file ${name} of the backup is missing or damaged.`);
  };
  const ofLines = (name: string) => hashOfLines(keeping.lines(name));
  const ofBytes = async (name: string) =>
    createHash('sha256')
      .update(await keeping.read(name))
      .digest('hex');
  // A table without rows has no file.
  for (const [name, { rows, sha256 }] of Object.entries(tables))
    if (rows > 0) await compare(tableFile(name), sha256, ofLines);
  for (const [event, { sha256 }] of Object.entries(rooms)) await compare(roomFile(event), sha256, ofLines);
  for (const [bucket, objects] of Object.entries(buckets)) {
    await forEach(objects, ({ key, sha256 }) => compare(objectFile(bucket, key), sha256, ofBytes));
  }
  return damages;
}

async function hashOfLines(lines: AsyncIterable<string>): Promise<string> {
  const hash = createHash('sha256');
  for await (const line of lines) hash.update(`${line}\n`);
  return hash.digest('hex');
}
