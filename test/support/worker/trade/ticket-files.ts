import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { type TicketFile, ticketFiles } from '../../../../drizzle/tables/all-tables.ts';
import type { FilePurpose } from '../../../../drizzle/handover-vocabulary.ts';
import { unlockFile } from '../../../../worker/http/shared/trade/file-keys.ts';
import { joined } from '../bytes.ts';
import { callCounted } from '../call.ts';
import { db } from '../db.ts';

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export const pdfWith = (text: string) => ascii(`%PDF-1.7\n${text}\n%%EOF`);

export function zipWith(name: string, text = '{}'): Uint8Array<ArrayBuffer> {
  const sizes = joined(uint32(0), uint32(text.length), uint32(text.length), uint16(name.length), uint16(0));
  const local = joined(ascii('PK\x03\x04'), uint16(20), uint32(0), uint32(0), sizes, ascii(name), ascii(text));
  const entry = joined(
    ascii('PK\x01\x02'),
    uint16(20),
    uint16(20),
    uint32(0),
    uint32(0),
    sizes,
    new Uint8Array(14),
    ascii(name),
  );
  const end = joined(
    ascii('PK\x05\x06'),
    uint32(0),
    uint16(1),
    uint16(1),
    uint32(entry.length),
    uint32(local.length),
    uint16(0),
  );
  return joined(local, entry, end);
}

const uint16 = (value: number) => Uint8Array.of(value & 0xff, (value >>> 8) & 0xff);
const uint32 = (value: number) => joined(uint16(value & 0xffff), uint16(value >>> 16));

interface Answer {
  id: string;
  media_type: string;
  bytes: number;
  error: { code: string; message: string };
}

export async function uploadFile(
  headers: HeadersInit,
  {
    bytes = pdfWith('A ticket.'),
    purpose = 'ticket',
    ...init
  }: { bytes?: BodyInit; purpose?: string } & RequestInit = {},
) {
  const { answer } = await callCounted(`/api/ticket-files?purpose=${purpose}`, {
    method: 'POST',
    headers,
    body: bytes,
    ...init,
  });
  return { status: answer.status, json: await answer.json<Answer>(), headers: answer.headers };
}

export async function uploadedFile(
  headers: HeadersInit,
  { bytes, purpose }: { bytes?: BodyInit; purpose?: FilePurpose } = {},
) {
  const { status, json } = await uploadFile(headers, { ...(bytes ? { bytes } : {}), ...(purpose ? { purpose } : {}) });
  if (status !== 201) throw new Error(`The upload was refused: ${json.error.message}`);
  return json.id;
}

export const fileOf = async (id: string): Promise<TicketFile> =>
  (await db.select().from(ticketFiles).where(eq(ticketFiles.id, id)))[0]!;

export async function objectOf({ object_key }: TicketFile): Promise<ArrayBuffer | null> {
  return (await env.TICKETS_BUCKET.get(object_key))?.arrayBuffer() ?? null;
}

export async function bytesOf(file: TicketFile): Promise<Uint8Array> {
  const lock = { iv: file.iv, key_version: file.key_version, wrapped_key: file.wrapped_key! };
  return new Uint8Array(await unlockFile(env, { encrypted: (await objectOf(file))!, lock, to: file }));
}
