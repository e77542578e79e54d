import Argon2, { Argon2Type } from '@phi-ag/argon2';
import wasm from '@phi-ag/argon2/argon2.wasm';
import { fitsForeignHash, isForeignHash, memoryOf } from './imported-hash.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, type: Argon2Type.Argon2id } as const;
const PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** The hash that is checked for unknown users, so that the response takes as long as for known ones. */
const DECOY = `${PREFIX}AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;

/** Returns a PHC string, which includes its parameters. */
export function hashPassword(password: string): string {
  return argon2().hash(wholeOf(password), COST).encoded;
}

/** Accepts our own hash or an imported one. Without a hash, returns false after the same time. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  if (hash !== null && isForeignHash(hash)) return fitsForeignHash(password, hash);
  const type = hash?.startsWith('$argon2i$') ? Argon2Type.Argon2i : Argon2Type.Argon2id;
  const { success } = argon2().tryVerify(hash ?? DECOY, wholeOf(password), type);
  // The memory of an instance never shrinks, so an instance that read a large imported hash is dropped.
  if (memoryOf(hash ?? DECOY) > COST.memoryCost) instance = undefined;
  return success && hash !== null;
}

export function isDated(hash: string): boolean {
  return !hash.startsWith(PREFIX);
}

let instance: Argon2 | undefined;

function argon2(): Argon2 {
  return (instance ??= new Argon2(new WebAssembly.Instance(wasm, {})));
}

/** The library reads as many UTF-8 bytes as the password has UTF-16 units. Padding makes the library read all bytes. */
function wholeOf(password: string): string {
  return password.padEnd(new TextEncoder().encode(password).length, '.');
}
