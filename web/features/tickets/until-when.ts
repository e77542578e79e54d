const CLOCK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** "21:40" in New York, or "Sunday, 21:40" where it is another day than `now`'s there. `instant` is ISO 8601. */
export function untilWhen(instant: string, now: Date = new Date()): string {
  const [then, today] = [partsOf(new Date(instant)), partsOf(now)];
  const clock = `${then.hour}:${then.minute}`;
  return then.day === today.day ? clock : `${then.weekday}, ${clock}`;
}

function partsOf(at: Date): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(CLOCK.formatToParts(at).map(({ type, value }) => [type, value]));
}
