import { base64urlnopad } from '@scure/base';
import type { Notification, PushSubscriptionRow } from '../../../../drizzle/tables/talk/notifications.ts';
import { OPENED_NEWS } from '../../../contract/talk/notices.ts';
import { sha256 } from '../../../http/security/crypto.ts';
import { readPushKeys } from '../../../http/security/push-keys.ts';

/** Marks a message that Safari shows without our service worker. */
const DECLARATIVE = 8030;
/** How long a push service keeps a message, in seconds. */
const LONGEST_TTL_S = 12 * 3600;
/** In base64url, these bytes are 32 characters: the most that a topic can have. */
const TOPIC_BYTES = 24;

export type PushedNotice = Pick<Notification, 'id' | 'title' | 'body' | 'path' | 'cause' | 'expires_at' | 'is_urgent'>;

/**
 * Returns the content of a push message. The page uses the id in `navigate` to mark the notification as seen. Messages
 * with the same cause have the same `tag`, so the newer message replaces the older one.
 */
export async function payloadOf({ id, title, body, path, cause }: PushedNotice, site: string) {
  const navigate = new URL(path, site);
  navigate.searchParams.set(OPENED_NEWS, id);
  const tag = base64urlnopad.encode((await sha256(cause)).slice(0, TOPIC_BYTES));
  return { web_push: DECLARATIVE, notification: { title, body, navigate: navigate.href, tag } };
}

/**
 * Builds the HTTP request to the push service. Returns null if the browser's keys are invalid, or if the browser
 * subscribed with a key that is no longer in `VAPID_KEYS`.
 */
export async function pushRequest(
  env: Pick<Env, 'SITE_URL' | 'SUPPORT_EMAIL' | 'VAPID_KEYS'>,
  { notice, subscription, now }: { notice: PushedNotice; subscription: PushSubscriptionRow; now: Date },
): Promise<{ url: string; init: RequestInit } | null> {
  const key = readPushKeys(env.VAPID_KEYS)?.find(({ public_key }) => public_key === subscription.server_key);
  if (!key) return null;
  const data = await payloadOf(notice, env.SITE_URL);
  const left = notice.expires_at ? Math.ceil((notice.expires_at.getTime() - now.getTime()) / 1000) : LONGEST_TTL_S;
  const { buildPushPayload } = await import('@block65/webcrypto-web-push');
  try {
    const { headers, method, body } = await buildPushPayload(
      {
        data,
        options: {
          ttl: Math.max(1, Math.min(left, LONGEST_TTL_S)),
          topic: data.notification.tag,
          urgency: notice.is_urgent ? 'high' : 'normal',
        },
      },
      {
        endpoint: audienceOf(subscription.endpoint),
        expirationTime: null,
        keys: { p256dh: subscription.p256dh, auth: subscription.auth },
      },
      { subject: `mailto:${env.SUPPORT_EMAIL}`, publicKey: key.public_key, privateKey: key.private_key },
    );
    return { url: subscription.endpoint, init: { headers, method, body } };
  } catch {
    return null;
  }
}

/** The package signs only for https, but a local run may send to this machine over http. */
const audienceOf = (endpoint: string) => endpoint.replace(/^http:/, 'https:');
