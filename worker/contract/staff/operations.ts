import * as v from 'valibot';

/** `sentence` says what is wrong, or is null. */
export interface OperationsCheck {
  name: string;
  value: string;
  sentence: string | null;
}

/** A restored deployment has this check until an admin releases the deployment. */
export const QUARANTINE = 'Quarantine';

export const RELEASE_WORD = 'release';
export const ReleaseQuarantine = v.object({
  word: v.literal(RELEASE_WORD, `Type the word ${RELEASE_WORD} to end the quarantine.`),
});
