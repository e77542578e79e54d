import * as v from 'valibot';
import type { LaunchFeature } from '../../drizzle/vocabulary.ts';

/** The features that are built. Only these have a launch switch. */
export const BUILT_FEATURES = ['my-tickets', 'sell', 'venues', 'payments'] as const satisfies readonly LaunchFeature[];
export type BuiltFeature = (typeof BUILT_FEATURES)[number];

/** `PUT /api/admin/launch/{feature}`: the new state of the switch, and the state that its editor saw. */
export const SetSwitch = v.object({
  is_on: v.boolean('is_on is true or false.'),
  was_on: v.boolean('was_on says where you saw the switch: true or false.'),
});

export const BuiltFeatureName = v.picklist(BUILT_FEATURES);
