import type { Context } from 'hono';
import type { FileType } from '../../../../drizzle/handover-vocabulary.ts';
import type { TicketFile } from '../../../../drizzle/tables/trade/ticket-files.ts';
import type { AppEnv } from '../../../context.ts';
import { notOpen } from './custody.errors.ts';
import { unlockFile } from '../../../http/shared/trade/file-keys.ts';
import { findTicket, markShown } from './reveal.db.ts';

const ENDINGS: Record<FileType, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/vnd.apple.pkpass': 'pkpass',
};

/** Records the opening before it sends the file. Throws `tickets.not_found` and `tickets.not_open`. */
export async function openTicket(c: Context<AppEnv>, id: string): Promise<Response> {
  const [db, now] = [c.get('db'), c.get('now')];
  const which = { id, user_id: c.get('actor').user_id, now };
  const { file, why_not, opens_at } = await findTicket(db, which);
  if (why_not) throw notOpen(why_not, opens_at);
  const bytes = await readFile(c.env, file);
  if (!bytes || !(await markShown(db, which))) throw notOpen('ended', opens_at);
  return answerFile(c, file, bytes);
}

/** Returns null if the file was destroyed. */
export async function readFile(env: Env, { wrapped_key, ...file }: TicketFile): Promise<ArrayBuffer | null> {
  if (wrapped_key === null) return null;
  const object = await env.TICKETS_BUCKET.get(file.object_key);
  if (!object) throw new Error('The object of a ticket file is missing.');
  const lock = { wrapped_key, iv: file.iv, key_version: file.key_version };
  return unlockFile(env, { encrypted: await object.arrayBuffer(), lock, to: file });
}

/** Answers with a file as a download that no cache keeps and no browser shows as a page of this site. */
export function answerFile(c: Context<AppEnv>, { id, media_type }: TicketFile, bytes: ArrayBuffer): Response {
  return c.body(bytes, 200, {
    'Content-Type': media_type,
    'Content-Disposition': `attachment; filename="ticket-${id.slice(0, 8)}.${ENDINGS[media_type]}"`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cache-Control': 'no-store',
    'Accept-Ranges': 'none',
  });
}
