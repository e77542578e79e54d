import Argon2 from '@phi-ag/argon2';

type Hashed = ReturnType<Argon2['hash']>;
type Checked = ReturnType<Argon2['tryVerify']>;

const { hash, tryVerify } = Object.getOwnPropertyDescriptors(Argon2.prototype);
const hashes = new Map<string, Hashed>();
const checks = new Map<string, Checked>();

/** Remembers what `work` makes for a key. */
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

/**
 * While `run` runs, the same password gets the same hash, salt and all, and the same password is checked against the
 * same hash once. One hash takes as long as dozens of other requests, so this is for the accounts and crowds that a
 * test needs and is not about.
 */
export async function hashingOnce<T>(run: () => Promise<T>): Promise<T> {
  Object.assign(Argon2.prototype, { hash: hashOnce, tryVerify: checkOnce });
  try {
    return await run();
  } finally {
    Object.defineProperties(Argon2.prototype, { hash, tryVerify });
  }
}
