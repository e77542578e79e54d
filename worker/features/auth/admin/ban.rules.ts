const UNIT_MS: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const DURATION = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/;
const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g;
/** The furthest instant the database and the wire can both hold. */
const LAST_INSTANT = Date.UTC(9999, 11, 31);

/** Until when a ban of this length lasts: a Go duration such as `24h` or `1h30m`; null for `none`; undefined where it is neither. */
export function bannedUntil(duration: string, now: Date): Date | null | undefined {
  if (duration === 'none') return null;
  if (!DURATION.test(duration)) return undefined;
  const ms = [...duration.matchAll(PART)].reduce((sum, [, amount, unit]) => sum + Number(amount) * UNIT_MS[unit!]!, 0);
  return new Date(Math.min(now.getTime() + Math.round(ms), LAST_INSTANT));
}
