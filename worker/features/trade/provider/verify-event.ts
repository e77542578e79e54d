import { hex } from '@scure/base';
import * as v from 'valibot';
import { isHmac } from '../../../http/security/crypto.ts';

/** How far the time of a signature can be off. It limits replays of recorded requests. */
const TOLERANCE_S = 300;
/** At most this many signatures are checked. While a secret is replaced, Stripe signs with both secrets. */
const SIGNATURES_MAX = 8;
const SIGNATURE = /^[0-9a-f]{64}$/;

/** An event is only a hint: the facts are read from the provider. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** The id of the changed object, such as an intent, refund or account. Without such an id, the event's own id. */
  object_id: string;
  /** Our ticket request, if the object names it. */
  request_id: string | null;
  intent_id: string | null;
  account_id: string | null;
  created: Date;
}

const Id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(255));
const Linked = v.nullish(
  v.union([
    Id,
    v.pipe(
      v.object({ id: Id }),
      v.transform(({ id }) => id),
    ),
  ]),
);
const Metadata = v.nullish(v.object({ request_id: v.nullish(v.string()) }));

/** An event of the v1 API. It contains the object as it was at the time of the event. */
const FullEvent = v.object({
  id: Id,
  object: v.literal('event'),
  type: Id,
  created: v.pipe(
    v.number(),
    v.transform((seconds) => new Date(seconds * 1000)),
  ),
  account: v.nullish(Id),
  data: v.object({
    object: v.object({
      // A balance has no id.
      id: v.nullish(Id),
      object: v.string(),
      payment_intent: Linked,
      client_reference_id: v.nullish(v.string()),
      transfer_group: v.nullish(v.string()),
      metadata: Metadata,
    }),
  }),
});

/** An event of the v2 API. It only names the object. */
const ThinEvent = v.object({
  id: Id,
  object: v.literal('v2.core.event'),
  type: Id,
  created: v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((time) => new Date(time)),
  ),
  related_object: v.nullish(v.object({ id: Id, type: v.string() })),
});

const AnyEvent = v.variant('object', [FullEvent, ThinEvent]);

/**
 * Returns the event if one of the secrets signed exactly this text at most five minutes before or after `now`. Returns
 * null for any other signature, and for a text that is not an event.
 * `secret` holds one or more signing secrets, separated by commas, because Stripe gives each endpoint its own.
 */
export async function verifyEvent({
  payload,
  header,
  secret,
  now,
}: {
  payload: string;
  header: string | null | undefined;
  secret: string | undefined;
  now: Date;
}): Promise<ProviderEvent | null> {
  const signature = signatureOf(header ?? '');
  if (!signature || Math.abs(now.getTime() / 1000 - signature.time) > TOLERANCE_S) return null;
  const data = bytesOf(`${signature.time}.${payload}`);
  for (const each of (secret ?? '').split(',').map((part) => part.trim())) {
    if (each && (await isSigned(data, { key: bytesOf(each), macs: signature.macs }))) return eventOf(payload);
  }
  return null;
}

const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text));

/** Reads the time and the signatures of `t=…,v1=…,v1=…`. Returns null if there is no time or more than one. */
function signatureOf(header: string): { time: number; macs: Uint8Array<ArrayBuffer>[] } | null {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const valuesOf = (name: string) =>
    parts.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []));
  const [time, ...others] = valuesOf('t');
  if (time === undefined || others.length > 0 || !/^\d{1,12}$/.test(time)) return null;
  const macs = valuesOf('v1').filter((mac) => SIGNATURE.test(mac));
  return { time: Number(time), macs: macs.slice(0, SIGNATURES_MAX).map((mac) => new Uint8Array(hex.decode(mac))) };
}

async function isSigned(
  data: Uint8Array<ArrayBuffer>,
  { key, macs }: { key: Uint8Array<ArrayBuffer>; macs: readonly Uint8Array<ArrayBuffer>[] },
): Promise<boolean> {
  for (const mac of macs) if (await isHmac(mac, { key, data })) return true;
  return false;
}

function eventOf(payload: string): ProviderEvent | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), AnyEvent), payload);
  if (!read.success) return null;
  const event = read.output;
  const { id, type, created } = event;
  if (event.object === 'v2.core.event') {
    const { related_object: related } = event;
    const account_id = related?.type === 'v2.core.account' ? related.id : null;
    return { id, type, created, object_id: related?.id ?? id, request_id: null, intent_id: null, account_id };
  }
  const { object } = event.data;
  const request_id = object.metadata?.request_id || object.client_reference_id || object.transfer_group || null;
  const intent_id = (object.object === 'payment_intent' ? object.id : object.payment_intent) ?? null;
  return { id, type, created, object_id: object.id ?? id, request_id, intent_id, account_id: event.account ?? null };
}
