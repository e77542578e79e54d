import * as v from 'valibot';
import type { LaunchFeature } from '../../drizzle/vocabulary.ts';

/** The features that something stands behind. A switch of another would move nothing, so none is offered and none is moved. */
export const BUILT_FEATURES = ['my-tickets', 'sell'] as const satisfies readonly LaunchFeature[];
export type BuiltFeature = (typeof BUILT_FEATURES)[number];

/** `PUT /api/admin/launch/{feature}`: where the switch shall stand, and where its editor saw it. */
export const SetSwitch = v.object({
  is_on: v.boolean('is_on is true or false.'),
  was_on: v.boolean('was_on says where you saw the switch: true or false.'),
});

export const BuiltFeatureName = v.picklist(BUILT_FEATURES);
