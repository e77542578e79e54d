import type { InferResponseType } from 'hono/client';
import { type ApiClient, ApiError, unwrap } from '../../../api.ts';
import { eventOfListPass } from '../../../common/list-pass.ts';
import { PASSES_KEPT } from '../../../session/forget-kept.ts';
import { storedSession } from '../../../session/stored-session.ts';
import { browserStore } from './browser-store.ts';
import { type DeviceKey, makeDeviceKey, publicKeyOf } from './signatures.ts';

type Answer = InferResponseType<ApiClient['ticket-requests'][':id']['passes']['$post'], 200>;

/**
 * The passes of a ticket request or of an accepted waitlist entry, as this phone stores them. The server's clock is
 * `ahead_ms` ahead of the phone's.
 */
export interface OwnPasses extends Omit<Answer, 'now'> {
  ahead_ms: number;
  user_id?: string | undefined;
  poster?: Blob | undefined;
  /** The text about the money, stored at `at` (UTC ms), when this phone was last online. */
  money?: { text: string; at: number } | undefined;
}

const store = browserStore('vouch-pass');

export async function deviceKey(): Promise<DeviceKey> {
  const kept = (await store.read('key')) as DeviceKey | undefined;
  if (kept) return kept;
  const made = await makeDeviceKey();
  await store.write('key', made);
  return made;
}

const PREFIX = 'request:';
const POSTER = 'poster:';
const MONEY = 'money:';

export async function storedPasses(id: string): Promise<OwnPasses | null> {
  const [passes, poster, money] = await Promise.all([PREFIX, POSTER, MONEY].map((kind) => store.read(kind + id)));
  return passes ? { ...(passes as OwnPasses), ...({ poster, money } as Pick<OwnPasses, 'poster' | 'money'>) } : null;
}

export async function requestsWithPass(): Promise<string[]> {
  if (localStorage.getItem(PASSES_KEPT) === null) return [];
  const keys = (await store.keys()).map(String);
  return keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
}

export async function forgetPasses(isGone: (requestId: string) => boolean): Promise<void> {
  for (const id of (await requestsWithPass()).filter(isGone))
    for (const kind of [PREFIX, POSTER, MONEY]) await store.remove(kind + id);
}

/** Requests passes for this phone and stores them. Throws an `ApiError`. */
export async function fetchPasses(api: ApiClient, id: string): Promise<OwnPasses> {
  const device_key = await publicKeyOf(await deviceKey());
  const event_id = eventOfListPass(id);
  const asked = Date.now();
  const { now, ...answer } = await unwrap(
    event_id
      ? api.my.lists[':event_id'].pass.$post({ param: { event_id }, json: { device_key } })
      : api['ticket-requests'][':id'].passes.$post({ param: { id }, json: { device_key } }),
  );
  const own = { ...answer, ahead_ms: Date.parse(now) - (asked + Date.now()) / 2, user_id: storedSession()?.user?.id };
  await store.write(PREFIX + id, own);
  localStorage.setItem(PASSES_KEPT, '1');
  void keepPoster(id, answer.event.image_url).catch(() => undefined);
  return own;
}

/** Stores the event's picture if Vouch hosts it. If not, a drawn poster replaces it offline. */
async function keepPoster(id: string, image_url: string | null): Promise<void> {
  if (!image_url?.startsWith('/images/') || (await store.read(POSTER + id))) return;
  const answer = await fetch(`${image_url}?w=480`);
  if (answer.ok) await store.write(POSTER + id, await answer.blob());
}

export const keepMoney = (id: string, text: string) => store.write(MONEY + id, { text, at: Date.now() });

/** True if the server refused a call. A lost connection, a server failure and too many calls are no refusal. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
