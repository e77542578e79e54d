import * as v from 'valibot';
import { keyId } from '../../../contract/door/pass-code.ts';
import { toHex } from '../../../contract/text/bytes.ts';

const KeySet = v.object({
  keys: v.pipe(
    v.array(v.object({ kty: v.literal('OKP'), crv: v.literal('Ed25519'), x: v.string(), d: v.optional(v.string()) })),
    v.minLength(1),
  ),
});

/** The first private key signs passes. Passes signed with any of `keys` are valid. Ids and public keys are in hex. */
interface PassKeys {
  id: string;
  keys: { id: string; public_key: string }[];
  sign: (data: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
}

const imported = new Map<string, Promise<PassKeys>>();

/** `PASS_KEYS` is a JWK set. Imported once per isolate. */
export function passKeys({ PASS_KEYS }: { PASS_KEYS: string }): Promise<PassKeys> {
  const known = imported.get(PASS_KEYS) ?? importKeys(PASS_KEYS);
  imported.set(PASS_KEYS, known);
  return known;
}

async function importKeys(secret: string): Promise<PassKeys> {
  const set = v.parse(KeySet, JSON.parse(secret));
  const keys = await Promise.all(
    set.keys.map(async ({ x, d }) => {
      const key = await crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519', true, ['verify']);
      const bytes = new Uint8Array((await crypto.subtle.exportKey('raw', key)) as ArrayBuffer);
      return { id: await keyId(bytes), public_key: toHex(bytes), x, d };
    }),
  );
  const first = keys.find(({ d }) => d !== undefined);
  if (!first) throw new Error('PASS_KEYS has no private key. Set it to a JWK set with a private Ed25519 key.');
  const { x, d } = first;
  const key = await crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x, d: d! }, 'Ed25519', false, [
    'sign',
  ]);
  return {
    id: first.id,
    keys: keys.map(({ id, public_key }) => ({ id, public_key })),
    sign: async (data) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, data)),
  };
}
