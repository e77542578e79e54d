import * as v from 'valibot';
import { LAUNCH_FEATURES } from '../../drizzle/vocabulary.ts';

/** `PUT /api/admin/launch/{feature}`: where the switch shall stand, and where its editor saw it. */
export const SetSwitch = v.object({
  is_on: v.boolean('is_on is true or false.'),
  was_on: v.boolean('was_on says where you saw the switch: true or false.'),
});

export const LaunchFeatureName = v.picklist(LAUNCH_FEATURES);
