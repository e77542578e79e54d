import type { AuthUser } from '../../../../../drizzle/tables/people/auth-users.ts';
import { HOUR, MINUTE, SECOND } from '../../../../contract/time/durations.ts';

const UNIT_MS: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: SECOND, m: MINUTE, h: HOUR };
const DURATION = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/;
const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g;
/** A ban with this end lasts forever in practice. The database and JSON answers can hold this instant. */
const LAST_INSTANT = Date.UTC(9999, 11, 31);

export function isBanned({ banned_until }: Pick<AuthUser, 'banned_until'>, now: Date): boolean {
  return banned_until !== null && banned_until > now;
}

/** `duration` is a Go duration such as `1h30m`, or `none`. Returns null for `none`, and undefined for invalid text. */
export function bannedUntil(duration: string, now: Date): Date | null | undefined {
  if (duration === 'none') return null;
  if (!DURATION.test(duration)) return undefined;
  const ms = [...duration.matchAll(PART)].reduce((sum, [, amount, unit]) => sum + Number(amount) * UNIT_MS[unit!]!, 0);
  return new Date(Math.min(now.getTime() + Math.round(ms), LAST_INSTANT));
}
