import type { SharedMarkKind } from '../../drizzle/vocabulary.ts';
import { keyedHash } from './crypto.ts';

/**
 * What two accounts of one person may share. `value` is the fingerprint of a card as the payment provider gives it, the folded address of a
 * school inbox, or a phone number as E.164 digits without the plus.
 */
interface Mark {
  kind: SharedMarkKind;
  value: string;
}

/** The keyed hash under which a mark is stored. Phone numbers are guessable, so a bare hash could be reversed from a copy of the database. */
export function markHash({ AUTH_PEPPER }: Pick<Env, 'AUTH_PEPPER'>, { kind, value }: Mark): Promise<string> {
  return keyedHash(AUTH_PEPPER, ['shared mark', kind, value]);
}
