import type { LaunchFeature } from '../../../../drizzle/vocabulary.ts';
import { launchNameOf } from '../../../contract/staff/launch.ts';
import type { OperationsCheck } from '../../../contract/staff/operations.ts';
import { PlainError } from '../../../http/answers/errors.ts';

export function launchNeeds(feature: LaunchFeature, needed: LaunchFeature) {
  const [name, first] = [launchNameOf(feature), launchNameOf(needed)];
  return new PlainError(409, 'launch.needs', `${name} works only while ${first} is on. Turn on ${first} first.`);
}

export const notReady = (failing: readonly OperationsCheck[]) =>
  new PlainError(
    409,
    'launch.not_ready',
    `Payments aren’t ready: ${failing.map(({ name }) => name).join(', ')}. Fix them, then try again.`,
  );
