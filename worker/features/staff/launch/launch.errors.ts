import type { LaunchFeature } from '../../../../drizzle/vocabulary.ts';
import { launchNameOf } from '../../../contract/staff/launch.ts';
import type { OperationsCheck } from '../../../contract/staff/operations.ts';
import { DomainError } from '../../../http/answers/errors.ts';

/** The feature that it needs is off. */
export function launchNeeds(feature: LaunchFeature, needed: LaunchFeature) {
  const [name, first] = [launchNameOf(feature), launchNameOf(needed)];
  return new DomainError({
    code: 'launch.needs',
    status: 409,
    message: `${name} works only while ${first} is on. Turn on ${first} first.`,
  });
}

export const notReady = (failing: readonly OperationsCheck[]) =>
  new DomainError({
    code: 'launch.not_ready',
    status: 409,
    message: `Payments are not ready: ${failing.map(({ name }) => name).join(', ')}. Fix them, then try again.`,
  });
