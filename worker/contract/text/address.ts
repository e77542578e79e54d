export interface Place {
  city: string | null;
  state: string | null;
}

const COUNTRY = /^(usa|us|u\.s\.a\.|u\.s\.|united states( of america)?)$/i;
const STATE_AND_ZIP = /^([a-z]{2})(?:\s+\d{5}(?:-\d{4})?)?$/i;
const NAMED_STATE_AND_ZIP =
  /^(new york|massachusetts|new jersey|connecticut|rhode island|pennsylvania)(?:\s+\d{5}(?:-\d{4})?)?$/i;
const ZIP = /^\d{5}(-\d{4})?$/;
const LONGEST_CITY = 80;

const STATES: Record<string, string> = {
  'new york': 'NY',
  massachusetts: 'MA',
  'new jersey': 'NJ',
  connecticut: 'CT',
  'rhode island': 'RI',
  pennsylvania: 'PA',
};

/** Reads an American address like "56-06 Cooper Ave, Flushing, NY 11385, USA". */
export function readPlace(address: string): Place {
  const parts = address
    .split(',')
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '' && !ZIP.test(part));
  if (parts.length > 1 && COUNTRY.test(parts.at(-1)!)) parts.pop();
  const state = parts.length > 1 ? stateOf(parts.at(-1)!) : null;
  if (state) parts.pop();
  const last = parts.at(-1);
  // A single part with a number is a street. A single part that has no number is a city.
  const isCity =
    last !== undefined && last.length <= LONGEST_CITY && (state !== null || parts.length > 1 || !/\d/.test(last));
  return { city: isCity ? last : null, state };
}

function stateOf(part: string): string | null {
  const short = STATE_AND_ZIP.exec(part)?.[1];
  if (short) return short.toUpperCase();
  const long = NAMED_STATE_AND_ZIP.exec(part)?.[1];
  return long ? STATES[long.toLowerCase()]! : null;
}
