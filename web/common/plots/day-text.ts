const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A date (`yyyy-mm-dd`) in short, such as "Mar 12". */
export const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));
