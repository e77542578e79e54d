import { RETURNING } from '../../contract/people/returning-cookie.ts';
import { SHARED_SECONDS } from './cache-key.ts';
import { BOOKMARK } from '../database/d1-session.ts';

/**
 * How long this isolate repeats an answer from its memory, in ms, but never longer than the shared cache would. A write
 * of the same isolate forgets it at once.
 */
const HOT_MS = 1000;
const MOST_ANSWERS = 64;
const MOST_BYTES = 262_144;

interface HotAnswer {
  bytes: ArrayBuffer;
  /**
   * As the runtime keeps them, because it copies these in one step, and checks every name and value of a plain list
   * again.
   */
  headers: Headers;
  etag: string | null;
  until: number;
}

const answers = new Map<string, HotAnswer>();
let purges = 0;

/**
 * The number of purges in this isolate. An answer that was made while it changed may be out of date, so it is not kept.
 */
export function purgesSoFar(): number {
  return purges;
}

/** Forgets the answer of an address, and notes that answers which are being made may be out of date. */
export function forgetHot(address: string): void {
  purges += 1;
  answers.delete(address);
}

/** True if one of the request's validators is this tag. */
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
 * The answer to a public request from this isolate's memory, with an id of its own. Null if none was kept within the
 * last second, and for a browser that returns from a sign-in, which gets a page of its own, or that has just written
 * something.
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
 * Keeps an answer that the shared cache keeps too, and returns it. `purgesBefore` is the number of purges before it was
 * made. Other answers are returned as they are.
 */
export async function keepHot(
  request: Request,
  { answer, purgesBefore }: { answer: Response; purgesBefore: number },
): Promise<Response> {
  const isPublic = answer.status === 200 && answer.headers.has('X-Cache') && !answer.headers.has('Set-Cookie');
  if (!isPublic || request.method !== 'GET' || request.url.includes('?')) return answer;
  const bytes = await answer.arrayBuffer();
  if (purges === purgesBefore && bytes.byteLength <= MOST_BYTES) {
    if (answers.size >= MOST_ANSWERS) answers.delete(answers.keys().next().value!);
    const headers = new Headers(answer.headers);
    headers.set('X-Cache', 'HIT');
    headers.delete('X-Request-Id');
    // The age is told in whole seconds, so it may be almost one second more.
    const left = (SHARED_SECONDS - Number(answer.headers.get('Age') ?? 0) - 1) * 1000;
    answers.set(request.url, { bytes, headers, etag: headers.get('ETag'), until: Date.now() + Math.min(HOT_MS, left) });
  }
  return new Response(bytes, answer);
}
