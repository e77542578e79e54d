import { callCounted } from '../call.ts';

export async function upload({
  headers = {},
  slug,
  bytes,
  type = 'image/png',
  name = 'poster.png',
  isVenue = 'false',
  following = 'false',
  database,
}: {
  headers?: Record<string, string>;
  slug: string;
  bytes?: Uint8Array;
  type?: string;
  name?: string;
  isVenue?: string;
  following?: string;
  database?: D1Database;
}) {
  const form = new FormData();
  form.set('eventSlug', slug);
  form.set('isVenue', isVenue);
  form.set('following', following);
  if (bytes) form.set('file', new File([bytes], name, { type }));
  const began = Date.now();
  const sent = { method: 'POST', headers, body: form, database };
  const { answer } = await callCounted('/functions/v1/upload-event-image', sent);
  return {
    status: answer.status,
    body: await answer.json<{ url: string; error?: string }>(),
    took_ms: Date.now() - began,
  };
}
