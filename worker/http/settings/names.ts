import { SECRETS } from './secrets.ts';
import type { Setting } from './setting.ts';
import { VARIABLES } from './variables.ts';

export const SETTINGS = { ...VARIABLES, ...SECRETS } satisfies Record<string, Setting>;
export type Name = keyof typeof SETTINGS;
export const NAMES = Object.keys(SETTINGS) as Name[];

/** Up to this many missing, added or changed characters count as a misspelling of a known name. */
const MOST_SLIPS = 2;
const LEAST_LENGTH = 6;

export function probablyMeant(name: string): Name | undefined {
  if (name in SETTINGS || name.length < LEAST_LENGTH) return undefined;
  const words = wordsOf(name);
  const [nearest] = NAMES.map((known) => ({
    known,
    slips: wordsOf(known) === words ? 0 : slipsBetween(name.toUpperCase(), known),
  })).toSorted((a, b) => a.slips - b.slips);
  return nearest && nearest.slips <= MOST_SLIPS ? nearest.known : undefined;
}

/** Sorts the words of a name alphabetically, so that `SECRET_STRIPE_KEY` equals `STRIPE_SECRET_KEY`. */
const wordsOf = (name: string): string =>
  name
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .toSorted()
    .join(' ');

function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(row[j]! + (a[i] === b[j] ? 0 : 1), row[j + 1]! + 1, next[j]! + 1));
    row = next;
  }
  return row.at(-1)!;
}
