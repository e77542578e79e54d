import Argon2 from '@phi-ag/argon2';

type Hashed = ReturnType<Argon2['hash']>;
type Checked = ReturnType<Argon2['tryVerify']>;

const { hash, tryVerify } = Object.getOwnPropertyDescriptors(Argon2.prototype);
const hashes = new Map<string, Hashed>();
const checks = new Map<string, Checked>();

function once<T>(known: Map<string, T>, key: string, work: () => T): T {
  const made = known.get(key) ?? work();
  known.set(key, made);
  return made;
}

function hashOnce(this: Argon2, ...[password, options]: Parameters<Argon2['hash']>): Hashed {
  return once(hashes, JSON.stringify([password, options]), () => hash.value!.call(this, password, options));
}

function checkOnce(this: Argon2, ...[encoded, password, type]: Parameters<Argon2['tryVerify']>): Checked {
  return once(checks, JSON.stringify([encoded, password, type]), () =>
    tryVerify.value!.call(this, encoded, password, type),
  );
}

// Remembers whether a password fits a hash, so no test file computes the same check twice.
Object.assign(Argon2.prototype, { tryVerify: checkOnce });

/**
 * Caches password hashes during `run`, so equal passwords get equal salts. Use this only for accounts that the test is
 * not about.
 */
export async function hashingOnce<T>(run: () => Promise<T>): Promise<T> {
  Object.assign(Argon2.prototype, { hash: hashOnce });
  try {
    return await run();
  } finally {
    Object.defineProperties(Argon2.prototype, { hash });
  }
}
