import * as v from 'valibot';
import { LAUNCH_FEATURES, LAUNCH_NEEDS, type LaunchFeature } from '../../../drizzle/vocabulary.ts';

/** The features that have no page of their own path. */
const WITHOUT_PAGE = new Set<LaunchFeature>(['payments', 'handover', 'school', 'vouches', 'push']);

/** The features whose page is named by their path. */
export const FEATURES_WITH_PAGE = LAUNCH_FEATURES.filter((feature) => !WITHOUT_PAGE.has(feature));

/** `PUT /api/admin/launch/{feature}`: the new state of the switch, and the state that its editor saw. */
export const SetSwitch = v.object({
  is_on: v.boolean('is_on is true or false.'),
  was_on: v.boolean('was_on says where you saw the switch: true or false.'),
});

export const FeatureName = v.picklist(LAUNCH_FEATURES);

/** Whether a feature is on, and with it the one that it needs, among the rows of all switches. */
export function isOn(feature: LaunchFeature, switches: readonly { feature: LaunchFeature; is_on: boolean }[]): boolean {
  return [feature, LAUNCH_NEEDS[feature]].every(
    (name) => !name || switches.some((row) => row.feature === name && row.is_on),
  );
}
