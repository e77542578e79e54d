import * as v from 'valibot';
import { LAUNCH_FEATURES, LAUNCH_NEEDS, type LaunchFeature } from '../../../drizzle/vocabulary.ts';

/** The features without their own page. */
const WITHOUT_PAGE = new Set<LaunchFeature>(['payments', 'handover', 'school', 'vouches', 'push']);

/** The features with a page at `/{feature}`. */
export const FEATURES_WITH_PAGE = LAUNCH_FEATURES.filter((feature) => !WITHOUT_PAGE.has(feature));

/** `PUT /api/admin/launch/{feature}`: the new state of the switch, and the state that its editor saw. */
export const SetSwitch = v.object({
  is_on: v.boolean('is_on is true or false.'),
  was_on: v.boolean('was_on must be the state you saw: true or false.'),
});

export const FeatureName = v.picklist(LAUNCH_FEATURES);

/** Returns whether a feature and the feature that it needs are both on. */
export function isOn(feature: LaunchFeature, switches: readonly { feature: LaunchFeature; is_on: boolean }[]): boolean {
  return [feature, LAUNCH_NEEDS[feature]].every(
    (name) => !name || switches.some((row) => row.feature === name && row.is_on),
  );
}
