import * as v from 'valibot';

/** One health check for operators. `sentence` says what is wrong, or is null. */
export interface OperationsCheck {
  name: string;
  value: string;
  sentence: string | null;
}

/** The name of the check that a restored deployment has until an admin releases it. */
export const QUARANTINE = 'Quarantine';

/** `POST /api/admin/operations/release`: the word that the admin typed to end the quarantine. */
export const RELEASE_WORD = 'release';
export const ReleaseQuarantine = v.object({
  word: v.literal(RELEASE_WORD, `Type the word ${RELEASE_WORD} to end the quarantine.`),
});
