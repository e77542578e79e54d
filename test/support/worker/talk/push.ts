import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import {
  notifications,
  pushSubscriptions,
  type NewNotification,
} from '../../../../drizzle/tables/talk/notifications.ts';
import { readPushKeys } from '../../../../worker/http/security/push-keys.ts';
import { type BrowserKeys, browserKeys, readPush } from '../../read/read-push.ts';
import { db, type signedInAs } from '../people/auth.ts';

export const [SERVER_KEY, OLD_SERVER_KEY] = readPushKeys(env.VAPID_KEYS)!.map(({ public_key }) => public_key) as [
  string,
  string,
];

/** The address of the tests' push service, which is on this machine. */
export const PUSH_SERVICE = 'http://127.0.0.1:9/push/';

type Person = Awaited<ReturnType<typeof signedInAs>>;
let made = 0;

export async function subscribed(
  { user, session }: Pick<Person, 'user' | 'session'>,
  over: Partial<typeof pushSubscriptions.$inferInsert> = {},
) {
  const keys = browserKeys();
  const row = {
    user_id: user.id,
    session_id: session.id,
    server_key: SERVER_KEY,
    endpoint: `${PUSH_SERVICE}${++made}`,
    p256dh: keys.p256dh,
    auth: keys.auth,
    seen_at: new Date(),
    ...over,
  };
  const [{ id }] = (await db.insert(pushSubscriptions).values(row).returning({ id: pushSubscriptions.id })) as [
    { id: string },
  ];
  return { id, keys, endpoint: row.endpoint };
}

export async function noticed(user_id: string, over: Partial<NewNotification> = {}) {
  const now = new Date();
  const cause = `test:${++made}`;
  const row = {
    user_id,
    kind: 'requests',
    title: 'Request accepted',
    body: 'The seller said yes.',
    path: '/my-tickets',
    cause,
    push_at: now,
  } as const;
  const [written] = await db
    .insert(notifications)
    .values({ ...row, created_at: now, ...over })
    .returning();
  return written!;
}

interface Received {
  endpoint: string;
  headers: Headers;
  body: Uint8Array;
}

/** Starts a fake push service that answers with `answer`. Returns what it received, and how to stop it. */
export function pushService(answer: (endpoint: string) => Response = () => new Response(null, { status: 201 })) {
  const received: Received[] = [];
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    received.push({
      endpoint: request.url,
      headers: request.headers,
      body: new Uint8Array(await request.arrayBuffer()),
    });
    return answer(request.url);
  });
  return { received, end: () => spy.mockRestore() };
}

export function shownBy({ body }: Received, keys: BrowserKeys) {
  return JSON.parse(readPush(body, keys)) as {
    web_push: number;
    notification: { title: string; body: string; navigate: string; tag: string };
  };
}

export function keptQueue() {
  const sent: { body: unknown; delaySeconds?: number }[] = [];
  const queue = {
    send: async (body: unknown, options?: QueueSendOptions) => void sent.push({ body, ...options }),
    sendBatch: async (messages: { body: unknown; delaySeconds?: number }[]) => void sent.push(...messages),
  };
  return { sent, queue: queue as unknown as Env['NOTIFY_QUEUE'] };
}
