import * as v from 'valibot';
import { LAUNCH_FEATURES, LAUNCH_NEEDS, type LaunchFeature } from '../../../drizzle/vocabulary.ts';
import { QUESTION_NAMES } from './payments-questions.ts';

/** The names of features that have no page. Any other feature is named by the path of its page. */
const NAMES: Partial<Record<LaunchFeature, string>> = {
  payments: 'Payments',
  handover: 'Hand-over',
  school: 'School badges',
  vouches: 'Vouches',
  push: 'Notifications',
  squads: 'Going together',
  going: 'Who’s going',
};

export const launchNameOf = (feature: LaunchFeature): string => NAMES[feature] ?? `/${feature}`;

export const FEATURES_WITH_PAGE = LAUNCH_FEATURES.filter((feature) => !(feature in NAMES));

export const neededFor = (feature: LaunchFeature): LaunchFeature | undefined => LAUNCH_NEEDS[feature];

/** Returns the features that need `feature`, directly or through another one. They are turned off with `feature`. */
export const needing = (feature: LaunchFeature): LaunchFeature[] =>
  LAUNCH_FEATURES.filter((other) => needsOf(other).includes(feature));

function needsOf(feature: LaunchFeature): LaunchFeature[] {
  const needed = neededFor(feature);
  return needed ? [needed, ...needsOf(needed)] : [];
}

export const PAYMENTS_WORD = 'payments';

/** `was_on` is the state that the editor saw. Turning payments on needs `word` and all questions in `answered`. */
export const SetSwitch = v.object({
  is_on: v.boolean('is_on is true or false.'),
  was_on: v.boolean('was_on must be the state you saw: true or false.'),
  word: v.optional(v.pipe(v.string('word is a text.'), v.trim(), v.toLowerCase()), ''),
  answered: v.optional(
    v.array(v.picklist(QUESTION_NAMES, 'answered must be names of questions in the checklist.')),
    [],
  ),
});

/** Returns what is still missing to turn payments on, by field. Empty if nothing is missing. */
export function missingForPayments({ word, answered }: Pick<v.InferOutput<typeof SetSwitch>, 'word' | 'answered'>) {
  const open = QUESTION_NAMES.filter((name) => !answered.includes(name)).length;
  return {
    ...(word === PAYMENTS_WORD ? {} : { word: `Type the word ${PAYMENTS_WORD} to turn payments on.` }),
    ...(open === 0 ? {} : { answered: `The owner has to answer every question first. ${open} left.` }),
  };
}

export const FeatureName = v.picklist(LAUNCH_FEATURES);

export function isOn(feature: LaunchFeature, switches: readonly { feature: LaunchFeature; is_on: boolean }[]): boolean {
  return [feature, neededFor(feature)].every(
    (name) => !name || switches.some((row) => row.feature === name && row.is_on),
  );
}
