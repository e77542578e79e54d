import type { Mutant } from './mutants.ts';

/** How a mutant ended. `stood still` means that its tests did not end in time. Such a mutant counts as dead. */
type Outcome = 'died' | 'stood still' | 'survived';

export interface Judged extends Mutant {
  area: string;
  outcome: Outcome;
}

const LEAST = 0.9;

/** Returns the lines of the report, and whether enough mutants died. Without mutants, `isEnough` is false. */
export function tally(judged: readonly Judged[]): { lines: string[]; isEnough: boolean } {
  const rows = [...Map.groupBy(judged, ({ area }) => area), ['all', judged] as const].map(([name, all]) =>
    row(name, all),
  );
  const listed = judged.filter(({ outcome }) => outcome !== 'died');
  return {
    lines: [
      `${'area'.padEnd(14)}${['mutants', 'died', 'survived', 'share'].map((title) => title.padStart(10)).join('')}`,
      ...rows,
      ...listed.map((each) => `${each.outcome}: ${each.file}:${each.line}  ${each.change}\n    ${each.before}`),
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
