import { SECRET_LIVES, type SecretLife, type SecretName } from './secret-lives.ts';

type Values = Readonly<Record<string, string | undefined>>;

export const SECRET_NAMES = Object.keys(SECRET_LIVES) as SecretName[];

/** `AUTH_SERVICE_KEY_JWT` comes after `AUTH_JWT_KEYS`, whose key signs it. */
const IN_ORDER = SECRET_NAMES.toSorted(
  (a, b) => Number(a === 'AUTH_SERVICE_KEY_JWT') - Number(b === 'AUTH_SERVICE_KEY_JWT'),
);

/** Makes values for the empty secrets in `names`, except those from a provider. Returns only the new values. */
export function fillSecrets(values: Values, names: readonly SecretName[] = SECRET_NAMES): Record<string, string> {
  const made: Record<string, string> = {};
  for (const name of IN_ORDER) {
    const make = SECRET_LIVES[name].make;
    if (names.includes(name) && make && !values[name]) made[name] = make({ ...values, ...made });
  }
  return made;
}

export const CHANGES = ['rotate', 'drop', 'replace'] as const;
export type Change = (typeof CHANGES)[number];

type Outcome = { value: string; ends: string } | { problem: string };

/** `values` holds the old value of this secret and the values of the others. */
export function changeSecret(name: SecretName, change: Change, values: Values): Outcome {
  const { make, from, rotation, replacing, is_kept }: SecretLife = SECRET_LIVES[name];
  const old = values[name];
  if (!make) return { problem: `${name} comes from a provider (${from}). Get a new one there. ${replacing}.` };
  if (change === 'replace')
    return is_kept ? { problem: `${name} is never replaced. ${replacing}.` } : { value: make(values), ends: replacing };
  if (!rotation) return { problem: `${name} has one value only. Use --replace instead. ${replacing}.` };
  if (!old) return { problem: `${name} has no value in this file. Write its current value there, or make one.` };
  return change === 'rotate'
    ? { value: rotation.add(old), ends: rotation.ends }
    : { value: rotation.drop(old), ends: 'Ends whatever still uses the older values' };
}
