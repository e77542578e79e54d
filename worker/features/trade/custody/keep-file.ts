import type { Context } from 'hono';
import type { FilePurpose } from '../../../../drizzle/handover-vocabulary.ts';
import type { AppEnv } from '../../../context.ts';
import type { TicketFileView } from '../../../contract/trade/ticket-files.ts';
import { randomHex } from '../../../http/security/crypto.ts';
import { log } from '../../../http/log.ts';
import { ticketContentHmac } from '../../../http/shared/ticket-codes.ts';
import { fileNotKept, wrongFileType } from './custody.errors.ts';
import { lockFile } from '../../../http/shared/trade/file-keys.ts';
import { typeOfFile } from './file-type.rules.ts';
import { readUpload } from './read-upload.ts';
import { giveUpFile, insertFile } from './ticket-files.db.ts';

const NAME_BYTES = 16;

/**
 * Encrypts and stores an uploaded file. Writes the file's row before the object in the bucket, so that the cron knows
 * every object that it must remove. Throws `files.wrong_type`, `files.not_needed`, `files.too_many`, the errors of
 * `readUpload`, and `files.incomplete` if the bucket does not answer.
 */
export async function keepUpload(c: Context<AppEnv>, purpose: FilePurpose): Promise<TicketFileView> {
  const bytes = await readUpload(c);
  const media_type = typeOfFile(bytes);
  if (!media_type) throw wrongFileType();
  const [db, now] = [c.get('db'), c.get('now')];
  const to = { id: crypto.randomUUID(), owner_id: c.get('actor').user_id, purpose, media_type };
  const { encrypted, lock } = await lockFile(c.env, { bytes, to });
  const object_key = randomHex(NAME_BYTES);
  const content_hmac = purpose === 'ticket' ? await ticketContentHmac(c.env, bytes) : null;
  await insertFile(db, {
    file: { ...to, ...lock, bytes: bytes.length, content_hmac, object_key, created_at: now },
    now,
  });
  try {
    await c.env.TICKETS_BUCKET.put(object_key, encrypted);
  } catch (error) {
    log('warn', 'a ticket file could not be stored', { file_id: to.id, reason: String(error) });
    await giveUpFile(db, { id: to.id, now });
    throw fileNotKept();
  }
  return { id: to.id, media_type, bytes: bytes.length };
}
