import type { World } from './world.ts';

/** A promise, and the query for the rows that break it. */
export type Promised = readonly [sentence: string, query: string];

export const rows = ({ database }: World, query: string, ...values: number[]): string[] =>
  database
    .prepare(query)
    .all(...values)
    .map((row) => JSON.stringify(row));

export const broken = (sentence: string, offenders: readonly string[]): string[] =>
  offenders.length > 0 ? [`${sentence}: ${offenders.slice(0, 3).join(' ')} (${offenders.length})`] : [];
