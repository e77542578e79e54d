import type { Caller } from '../base/auth-env.ts';
import { refuse } from '../base/errors.ts';
import { lacksSecondFactor } from './assurance.rules.ts';

/** Refuses a caller who has a verified factor but has not used it in this session. */
export function requireSecondFactor(caller: Caller): void {
  if (lacksSecondFactor(caller)) throw refuse(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
}
