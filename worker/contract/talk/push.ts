import * as v from 'valibot';

const base64url = (length: number, message: string) =>
  v.pipe(v.string(message), v.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), message));
const Endpoint = v.pipe(
  v.string('endpoint is an address.'),
  v.url('endpoint is an address.'),
  v.maxLength(1000, 'endpoint is too long.'),
);

/** `server_key` is our public key with which the subscription was made. */
export const PushSubscriptionInput = v.object({
  endpoint: Endpoint,
  keys: v.object({
    p256dh: base64url(87, 'p256dh is a point of P-256 in base64url.'),
    auth: base64url(22, 'auth is 16 bytes in base64url.'),
  }),
  server_key: base64url(87, 'server_key is a point of P-256 in base64url.'),
});
export type PushSubscriptionInput = v.InferOutput<typeof PushSubscriptionInput>;

export const PushEndpointInput = v.object({ endpoint: Endpoint });
