import { RETURNING } from '../../contract/people/returning-cookie.ts';
import { SHARED_SECONDS } from './cache-key.ts';
import { BOOKMARK } from '../database/d1-session.ts';

/** The longest time to keep a response, in ms. A write in the same isolate removes the response at once. */
const HOT_MS = 1000;
/** The largest size of one kept response, in bytes. */
const MOST_BYTES = 262_144;
/** The largest size of all kept responses together, in bytes. An isolate has 128 MB for everything. */
const MOST_KEPT = 4_194_304;

interface HotAnswer {
  bytes: ArrayBuffer;
  /** The runtime copies a `Headers` object in one step, but checks every name and value of a plain list. */
  headers: Headers;
  etag: string | null;
  until: number;
}

const answers = new Map<string, HotAnswer>();
let keptBytes = 0;
let purges = 0;

/** A response that was made while this number changed may be outdated and is not kept. */
export function purgesSoFar(): number {
  return purges;
}

export function forgetHot(address: string): void {
  purges += 1;
  drop(address);
}

function drop(address: string): void {
  keptBytes -= answers.get(address)?.bytes.byteLength ?? 0;
  answers.delete(address);
}

export function isUnchanged(request: Request, etag: string | null): boolean {
  return (
    etag !== null &&
    (request.headers
      .get('If-None-Match')
      ?.split(/\s*,\s*/)
      .includes(etag) ??
      false)
  );
}

/**
 * Returns null for a browser that has just written something or returns from a sign-in, because that browser gets a
 * different page.
 */
export function hotAnswer(request: Request): Response | null {
  if (request.method !== 'GET') return null;
  const hot = answers.get(request.url);
  if (hot === undefined || hot.until <= Date.now()) return null;
  const cookies = request.headers.get('Cookie');
  if (cookies?.includes(RETURNING) || cookies?.includes(BOOKMARK.name)) return null;
  const { headers, bytes, etag } = hot;
  const answer = isUnchanged(request, etag)
    ? new Response(null, { status: 304, headers })
    : new Response(bytes, { headers });
  answer.headers.set('X-Request-Id', crypto.randomUUID());
  return answer;
}

/**
 * Keeps a copy of a small public response, and returns the response. `purgesBefore` is the result of `purgesSoFar` from
 * before the response was made.
 */
export async function keepHot(
  request: Request,
  { answer, purgesBefore }: { answer: Response; purgesBefore: number },
): Promise<Response> {
  const isPublic = answer.status === 200 && answer.headers.has('X-Cache') && !answer.headers.has('Set-Cookie');
  const isLarge = Number(answer.headers.get('Content-Length')) > MOST_BYTES;
  if (!isPublic || isLarge || request.method !== 'GET' || request.url.includes('?')) return answer;
  const bytes = await answer.arrayBuffer();
  if (purges === purgesBefore && bytes.byteLength <= MOST_BYTES) {
    drop(request.url);
    while (keptBytes + bytes.byteLength > MOST_KEPT) drop(answers.keys().next().value!);
    keptBytes += bytes.byteLength;
    const headers = new Headers(answer.headers);
    headers.set('X-Cache', 'HIT');
    headers.delete('X-Request-Id');
    // `Age` is in whole seconds, so the real age may be almost a second more.
    const left = (SHARED_SECONDS - Number(answer.headers.get('Age') ?? 0) - 1) * 1000;
    answers.set(request.url, { bytes, headers, etag: headers.get('ETag'), until: Date.now() + Math.min(HOT_MS, left) });
  }
  return new Response(bytes, answer);
}
