import type { Context } from 'hono';
import type { AppEnv } from '../../../context.ts';
import { MAX_TICKET_FILE_BYTES } from '../../../contract/trade/ticket-files.ts';
import { fileIncomplete, fileTooLarge } from './custody.errors.ts';

/** How long an upload may take, in ms. A slower upload would occupy memory for too long. */
const MOST_MS = 90_000;

/**
 * Reads an uploaded file. Counts its bytes instead of trusting the headers. Throws `files.too_large`, and
 * `files.incomplete` for a slow or partial upload.
 */
export async function readUpload(
  c: Context<AppEnv>,
  { most_ms = MOST_MS }: { most_ms?: number } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(c.req.header('Content-Length') ?? Number.NaN);
  if (declared > MAX_TICKET_FILE_BYTES) throw fileTooLarge();
  const reader = c.req.raw.body?.getReader();
  if (!reader) return new Uint8Array();
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    void reader.cancel().catch(() => {});
  }, most_ms);
  const bytes = await readAll(reader).finally(() => clearTimeout(late));
  if (isLate || (Number.isFinite(declared) && bytes.length !== declared)) throw fileIncomplete();
  return bytes;
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw fileIncomplete();
    });
    if (done) break;
    size += value.byteLength;
    if (size > MAX_TICKET_FILE_BYTES) {
      await reader.cancel().catch(() => {});
      throw fileTooLarge();
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
