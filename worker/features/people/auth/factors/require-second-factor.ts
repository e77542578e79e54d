import type { Caller } from '../base/auth-env.ts';
import { refuse } from '../base/errors.ts';
import { lacksSecondFactor } from './assurance.rules.ts';

export function requireSecondFactor(caller: Caller): void {
  if (lacksSecondFactor(caller)) throw refuse(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
}
