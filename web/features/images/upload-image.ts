import { TOO_HEAVY } from '../../../worker/contract/image-upload.ts';
import { imageKey, MAX_IMAGE_BYTES } from '../../../worker/contract/images.ts';
import { authHeader } from '../../session/browser-session.ts';

const FAILED = 'Failed to upload image';

/** What an image is for: an event, or a venue. */
export interface ImageTarget {
  slug: string;
  isVenue: boolean;
}

/**
 * Sends an image and tells how much of it is out, from 0 to 1. Answers the address it is shown under; throws with the server's
 * sentence, or "Failed to upload image".
 */
export async function uploadImage(
  file: File,
  { slug, isVenue, onProgress }: ImageTarget & { onProgress: (share: number) => void },
): Promise<string> {
  // The server would hang up in the middle, and its sentence be lost.
  if (file.size > MAX_IMAGE_BYTES) throw new Error(TOO_HEAVY);
  const form = new FormData();
  form.set('file', file);
  form.set('eventSlug', slug);
  form.set('isVenue', String(isVenue));
  const headers = await authHeader();
  // `fetch` does not tell how far an upload is.
  const request = new XMLHttpRequest();
  request.open('POST', '/functions/v1/upload-event-image');
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
    if (lengthComputable) onProgress(loaded / total);
  });
  const ended = new Promise<void>((done, fail) => {
    request.addEventListener('load', () => done());
    for (const type of ['error', 'abort', 'timeout']) request.addEventListener(type, () => fail(new Error(FAILED)));
  });
  request.send(form);
  await ended;
  return answerOf(request.status, request.responseText);
}

/** The address in a good answer; throws the sentence of a refused one. */
export function answerOf(status: number, text: string): string {
  const answer = readJson(text);
  if (status === 200 && typeof answer['url'] === 'string') return answer['url'];
  throw new Error(typeof answer['error'] === 'string' ? answer['error'] : FAILED);
}

/** True where a file calls itself an image. What it really is the server finds out. */
export function isImage(file: File | null | undefined): file is File {
  return file?.type.startsWith('image/') ?? false;
}

/** The small rendition of an image of ours; any other address as it is. */
export function thumbnail(url: string | null): string | null {
  return imageKey(url) ? `${url}?w=480` : url;
}

function readJson(text: string): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
