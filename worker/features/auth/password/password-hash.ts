import Argon2, { Argon2Type } from '@phi-ag/argon2';
import wasm from '@phi-ag/argon2/argon2.wasm';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, type: Argon2Type.Argon2id } as const;
const PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** The hash of nobody's password, so that an unknown user costs the time of a known one. */
const DECOY = `${PREFIX}AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;

/** The PHC string of a password. */
export function hashPassword(password: string): string {
  return argon2().hash(wholeOf(password), COST).encoded;
}

/** Whether the password is the one hashed; without a hash it takes as long and is false. */
export function isPassword(password: string, hash: string | null): boolean {
  const { success } = argon2().tryVerify(hash ?? DECOY, wholeOf(password), Argon2Type.Argon2id);
  return success && hash !== null;
}

/** Whether a hash was made with other parameters than today's. */
export function isDated(hash: string): boolean {
  return !hash.startsWith(PREFIX);
}

let instance: Argon2 | undefined;

function argon2(): Argon2 {
  return (instance ??= new Argon2(new WebAssembly.Instance(wasm, {})));
}

/** The library counts UTF-16 units but reads UTF-8 bytes: filling up to the byte count makes it read every byte of the password. */
function wholeOf(password: string): string {
  return password.padEnd(new TextEncoder().encode(password).length, '.');
}
