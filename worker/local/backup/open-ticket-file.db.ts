import type { TicketFile } from '../../../drizzle/tables/trade/ticket-files.ts';
import { unlockFile } from '../../http/shared/trade/file-keys.ts';
import type { Manifest } from './manifest.ts';
import { objectFile } from './object-copies.ts';
import type { Keeping, Scratch } from './places.ts';

const BUCKET = 'TICKETS_BUCKET';
const COLUMNS = ['id', 'owner_id', 'purpose', 'media_type', 'object_key', 'wrapped_key', 'iv', 'key_version'] as const;

/**
 * Checks that `TICKET_KEYS` opens the newest ticket file of a backup. Returns null if the file opens or if there is no
 * file. Returns a sentence for the operator if there is a file but no key.
 *
 * @throws {Error} if the keys do not open the file.
 */
export async function openTicketFile(
  scratch: Scratch,
  { manifest, keeping, TICKET_KEYS }: { manifest: Manifest; keeping: Keeping; TICKET_KEYS: string | undefined },
): Promise<string | null> {
  const keys = JSON.stringify((manifest.buckets[BUCKET] ?? []).map(({ key }) => key));
  const newest = `select ${COLUMNS.join(', ')} from ticket_files where destroyed_at is null
    and object_key in (select value from json_each(?)) order by created_at desc limit 1`;
  const [found] = await scratch.prepare(newest).bind(keys).raw<unknown[]>();
  if (!found) return null;
  if (!TICKET_KEYS?.trim()) return 'No ticket file was opened, because TICKET_KEYS is not set.';
  const file = Object.fromEntries(COLUMNS.map((name, at) => [name, found[at]])) as unknown as TicketFile & {
    wrapped_key: string;
  };
  try {
    const encrypted = new Uint8Array(await keeping.read(objectFile(BUCKET, file.object_key))).buffer;
    await unlockFile({ TICKET_KEYS }, { encrypted, lock: file, to: file });
    return null;
  } catch {
    throw new Error(`TICKET_KEYS does not open the ticket file ${file.id}. Set the keys of ${manifest.environment}.`);
  }
}
