import Argon2, { Argon2Type } from '@phi-ag/argon2';
import wasm from '@phi-ag/argon2/argon2.wasm';
import { fitsForeignHash, isForeignHash } from './imported-hash.ts';

/** The parameters for argon2id that OWASP names first: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, type: Argon2Type.Argon2id } as const;
const PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/**
 * A hash that belongs to nobody. It is checked for an unknown user, so that the answer takes as long as for a known
 * one.
 */
const DECOY = `${PREFIX}AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;

/** Hashes a password. The result is a PHC string, which holds its own parameters. */
export function hashPassword(password: string): string {
  return argon2().hash(wholeOf(password), COST).encoded;
}

/** Whether a password fits a hash, our own or an imported one. Without a hash the answer is false and takes as long. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  if (hash !== null && isForeignHash(hash)) return fitsForeignHash(password, hash);
  const type = hash?.startsWith('$argon2i$') ? Argon2Type.Argon2i : Argon2Type.Argon2id;
  const { success } = argon2().tryVerify(hash ?? DECOY, wholeOf(password), type);
  return success && hash !== null;
}

/** Whether a hash was made with other parameters than the current ones. */
export function isDated(hash: string): boolean {
  return !hash.startsWith(PREFIX);
}

let instance: Argon2 | undefined;

function argon2(): Argon2 {
  return (instance ??= new Argon2(new WebAssembly.Instance(wasm, {})));
}

/**
 * The library takes the length in UTF-16 units but reads UTF-8 bytes, so it would cut a password with other letters
 * than ASCII. Padding to the byte count makes it read every byte.
 */
function wholeOf(password: string): string {
  return password.padEnd(new TextEncoder().encode(password).length, '.');
}
