import * as v from 'valibot';
import type { AuthIdentity } from '../../../../../drizzle/tables/people/auth-identities.ts';
import { cleanName } from '../../../../contract/text/names.ts';

export type Json = Record<string, unknown>;

/** Access tokens contain `user_metadata` and must fit into a header. */
const MAX_CHARACTERS = 16_384;
/** D1 cannot read JSON nested a thousand levels deep. */
const MAX_DEPTH = 32;
const LONGEST_NAME = 100;
export const METADATA_TOO_LARGE = `data must be at most ${MAX_CHARACTERS} characters of JSON, nested at most ${MAX_DEPTH} deep`;

const NAME_KEYS = [
  'full_name',
  'name',
  'display_name',
  'given_name',
  'family_name',
  'nickname',
  'preferred_username',
  'user_name',
];

/** `message` is the error text for anything but an object. */
export const optionalObject = (message: string) => v.nullish(v.record(v.string(), v.unknown(), message));

export const optionalMetadata = (message: string) =>
  v.nullish(v.pipe(v.record(v.string(), v.unknown(), message), v.transform(withCleanNames)));

export const DataField = {
  data: v.nullish(
    v.pipe(
      v.record(v.string(), v.unknown(), 'data must be an object'),
      v.check(fitsMetadata, METADATA_TOO_LARGE),
      v.transform(withCleanNames),
    ),
  ),
};

function withCleanNames(data: Json): Json {
  const names = NAME_KEYS.flatMap((key) => (typeof data[key] === 'string' ? [[key, cleanName(data[key])]] : []));
  return { ...data, ...Object.fromEntries(names) };
}

export function fitsMetadata(data: Json): boolean {
  return isShallow(data, MAX_DEPTH) && JSON.stringify(data).length <= MAX_CHARACTERS;
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}

/** A null in `changes` removes its key. */
export function mergedMetadata(metadata: Json, changes: Json | null | undefined): Json {
  return Object.fromEntries(Object.entries({ ...metadata, ...changes }).filter(([, value]) => value !== null));
}

export function displayNameOf(metadata: Json): string | null {
  const name = metadata['full_name'] ?? metadata['name'];
  return typeof name === 'string' ? cleanName(name).slice(0, LONGEST_NAME).trim() || null : null;
}

/** Keeps the other keys of `appMetadata`, which only an admin can set. */
export function withProviders(appMetadata: Json, providers: string[]): Json {
  const distinct = [...new Set(providers)];
  return { ...appMetadata, provider: distinct[0] ?? '', providers: distinct };
}

export function hasProvenEmail({ email, identity_data }: Pick<AuthIdentity, 'email' | 'identity_data'>): boolean {
  return email !== null && identity_data['email_verified'] === true;
}
