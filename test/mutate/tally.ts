import type { Mutant } from './mutants.ts';

/**
 * How a mutant ended: `died` if a test failed, or `stood still` if its tests did not end in time. Both count as dead.
 */
export type Outcome = 'died' | 'stood still' | 'survived';

export interface Judged extends Mutant {
  area: string;
  outcome: Outcome;
}

/** The share of a run's mutants that must die. */
const LEAST = 0.9;

/** Returns what a run prints, and whether enough mutants died. A run without mutants fails. */
export function tally(judged: readonly Judged[]): { lines: string[]; isEnough: boolean } {
  const areas = [...new Set(judged.map(({ area }) => area))];
  const rows = [
    ...areas.map((area) =>
      row(
        area,
        judged.filter((each) => each.area === area),
      ),
    ),
    row('all', judged),
  ];
  const listed = judged.filter(({ outcome }) => outcome !== 'died');
  return {
    lines: [
      `${'area'.padEnd(14)}${['mutants', 'died', 'survived', 'share'].map((title) => title.padStart(10)).join('')}`,
      ...rows,
      ...listed.map(
        ({ outcome, file, line, before, change }) => `${outcome}: ${file}:${line}  ${change}\n    ${before}`,
      ),
    ],
    isEnough: share(judged) >= LEAST,
  };
}

function row(area: string, judged: readonly Judged[]): string {
  const survived = judged.filter(({ outcome }) => outcome === 'survived').length;
  const figures = [judged.length, judged.length - survived, survived, `${Math.floor(share(judged) * 100)} %`];
  return `${area.padEnd(14)}${figures.map((figure) => String(figure).padStart(10)).join('')}`;
}

const share = (judged: readonly Judged[]) =>
  judged.length === 0 ? 0 : judged.filter(({ outcome }) => outcome !== 'survived').length / judged.length;
