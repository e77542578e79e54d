import type { InferResponseType } from 'hono/client';
import { type ApiClient, ApiError, unwrap } from '../../../api.ts';
import { browserStore } from './browser-store.ts';
import { type DeviceKey, makeDeviceKey, publicKeyOf } from './signatures.ts';

type Answer = InferResponseType<ApiClient['ticket-requests'][':id']['passes']['$post'], 200>;

/**
 * The passes of a request as this phone stores them. `ahead_ms` is how far the server's clock is ahead of the phone's.
 */
export interface OwnPasses extends Omit<Answer, 'now'> {
  ahead_ms: number;
}

const store = browserStore('vouch-pass');

/** Returns the key of this phone, which is made with the first pass. */
export async function deviceKey(): Promise<DeviceKey> {
  const kept = (await store.read('key')) as DeviceKey | undefined;
  if (kept) return kept;
  const made = await makeDeviceKey();
  await store.write('key', made);
  return made;
}

/** Reads the passes that this phone stores, or null. */
export const storedPasses = async (id: string) =>
  ((await store.read(`request:${id}`)) as OwnPasses | undefined) ?? null;

/** Requests passes for this phone and stores them. Throws an `ApiError`. */
export async function fetchPasses(api: ApiClient, id: string): Promise<OwnPasses> {
  const device_key = await publicKeyOf(await deviceKey());
  const asked = Date.now();
  const { now, ...answer } = await unwrap(
    api['ticket-requests'][':id'].passes.$post({ param: { id: encodeURIComponent(id) }, json: { device_key } }),
  );
  const own = { ...answer, ahead_ms: Date.parse(now) - (asked + Date.now()) / 2 };
  await store.write(`request:${id}`, own);
  return own;
}

/** True if the server refused, so the stored passes are void. A lost connection says nothing about them. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
