import { encodeBase64urlNoPadding } from '@oslojs/encoding';
import type { Notification, PushSubscriptionRow } from '../../../../drizzle/tables/talk/notifications.ts';
import { OPENED_NEWS } from '../../../contract/talk/notices.ts';
import { sha256 } from '../../../http/security/crypto.ts';
import { readPushKeys } from '../../../http/security/push-keys.ts';

/** The value that marks a message which Safari shows without our service worker. */
const DECLARATIVE = 8030;
/** How long a push service keeps news for a phone that is off, in seconds, unless the news is over before. */
const LONGEST_TTL_S = 12 * 3600;
/** A topic has at most 32 characters. */
const TOPIC_BYTES = 24;

export type PushedNotice = Pick<Notification, 'id' | 'title' | 'body' | 'path' | 'cause' | 'expires_at' | 'is_urgent'>;

/**
 * What the browser shows. The address names the notification, so that the page can say that it was seen. `tag` and the
 * topic of the request stand for the cause, so that a repeat replaces the first message.
 */
export async function payloadOf({ id, title, body, path, cause }: PushedNotice, site: string) {
  const navigate = new URL(path, site);
  navigate.searchParams.set(OPENED_NEWS, id);
  const tag = encodeBase64urlNoPadding((await sha256(cause)).slice(0, TOPIC_BYTES));
  return { web_push: DECLARATIVE, notification: { title, body, navigate: navigate.href, tag } };
}

/**
 * The request that gives a push service one notification for one browser, encrypted for that browser alone. Null if
 * nothing can be sent to it: its keys are no keys, or our key that it subscribed with is no longer in use.
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

/** The package signs for addresses with TLS only. A local run may send to this machine without it. */
const audienceOf = (endpoint: string) => endpoint.replace(/^http:/, 'https:');
