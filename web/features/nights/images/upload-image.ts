import { TOO_HEAVY } from '../../../../worker/contract/nights/image-upload.ts';
import { imageKey, MAX_IMAGE_BYTES } from '../../../../worker/contract/nights/images.ts';
import { requestSentence } from '../../../api.ts';
import { authHeader } from '../../../session/browser-session.ts';

const FAILED = 'Failed to upload image';

export interface ImageTarget {
  slug: string;
  isVenue: boolean;
  /** Whether the later events of the event's series get the image too. */
  following?: boolean;
}

/** Uploads an image and returns its URL. Reports the sent share, 0 to 1. Throws an error with a sentence to show. */
export async function uploadImage(
  file: File,
  { slug, isVenue, following = false, onProgress }: ImageTarget & { onProgress?: (share: number) => void },
): Promise<string> {
  // If a file is too large, the server closes the connection during the upload, so its refusal would be lost.
  if (file.size > MAX_IMAGE_BYTES) throw new Error(TOO_HEAVY);
  const form = new FormData();
  form.set('file', file);
  form.set('eventSlug', slug);
  form.set('isVenue', String(isVenue));
  form.set('following', String(following));
  const headers = await authHeader();
  // `fetch` does not report the progress of an upload.
  const request = new XMLHttpRequest();
  request.open('POST', '/functions/v1/upload-event-image');
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
    if (lengthComputable) onProgress?.(loaded / total);
  });
  const ended = new Promise<void>((done, fail) => {
    request.addEventListener('load', () => done());
    for (const type of ['error', 'abort', 'timeout']) request.addEventListener(type, () => fail(new Error(FAILED)));
  });
  request.send(form);
  await ended;
  return answerOf(request.status, request.responseText);
}

/** Returns the URL in the response. Throws an error with the sentence of a refusal. */
export function answerOf(status: number, text: string): string {
  const answer = readJson(text);
  if (status === 200 && typeof answer['url'] === 'string') return answer['url'];
  const { error, request_id } = answer;
  throw new Error(
    (typeof error === 'string' ? error : FAILED) +
      requestSentence(status, typeof request_id === 'string' ? request_id : null),
  );
}

/** Checks only the type that the browser reports. The server checks the bytes. */
export function isImage(file: File | null | undefined): file is File {
  return file?.type.startsWith('image/') ?? false;
}

/** Returns the URL of the thumbnail if we host the picture. Returns any other URL unchanged. */
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
