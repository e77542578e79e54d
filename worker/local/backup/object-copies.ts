import { forEach } from './abreast.ts';
import { type HashedObject, type Manifest, sha256 } from './manifest.ts';
import type { Bucket, Keeping } from './places.ts';

const MOST_DELETED = 1000;

async function keysOf(bucket: Bucket): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor: string | undefined, isMore = true; isMore;) {
    const page = await bucket.list(cursor === undefined ? {} : { cursor });
    keys.push(...page.objects.map(({ key }) => key));
    [isMore, cursor] = [page.truncated, page.cursor];
  }
  return keys;
}

/** Copies every object of the buckets. Skips an object that is deleted during the copy. */
export async function copyObjects(
  buckets: Record<string, Bucket>,
  keeping: Pick<Keeping, 'write'>,
): Promise<Manifest['buckets']> {
  const copied: Manifest['buckets'] = {};
  for (const [name, bucket] of Object.entries(buckets)) {
    const objects: HashedObject[] = [];
    await forEach(await keysOf(bucket), async (key) => {
      const object = await bucket.get(key);
      if (!object) return;
      const bytes = new Uint8Array(await object.arrayBuffer());
      await keeping.write(objectFile(name, key), bytes);
      const { httpMetadata = {}, customMetadata = {} } = object;
      objects.push({ key, size: bytes.length, sha256: sha256(bytes), httpMetadata, customMetadata });
    });
    copied[name] = objects.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }
  return copied;
}

/** Restores the objects of a backup, and deletes all other objects of the buckets. */
export async function refillObjects(
  buckets: Record<string, Bucket>,
  { copied, keeping }: { copied: Manifest['buckets']; keeping: Keeping },
): Promise<void> {
  for (const [name, bucket] of Object.entries(buckets)) {
    const objects = copied[name] ?? [];
    const kept = new Set(objects.map(({ key }) => key));
    const others = (await keysOf(bucket)).filter((key) => !kept.has(key));
    for (let at = 0; at < others.length; at += MOST_DELETED) await bucket.delete(others.slice(at, at + MOST_DELETED));
    await forEach(objects, async ({ key, httpMetadata, customMetadata }) => {
      await bucket.put(key, await keeping.read(objectFile(name, key)), { httpMetadata, customMetadata });
    });
  }
}

export const objectFile = (bucket: string, key: string) => `objects/${bucket}/${encodeURIComponent(key)}`;
