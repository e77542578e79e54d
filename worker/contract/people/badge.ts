const MONTH = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', month: 'short', year: 'numeric' });

/** `badge_at` is null if staff gave the badge. */
export function badgeWords({ badge_at }: { badge_at: Date | string | null }): string {
  return badge_at === null ? 'Verified by staff' : `School inbox verified, ${MONTH.format(new Date(badge_at))}`;
}
