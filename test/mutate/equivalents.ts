import type { Mutant } from './mutants.ts';

/** A mutant that no test can tell from the source, and why. It is named by its line and its change, so that it outlives moved lines. */
interface Equivalent extends Pick<Mutant, 'file' | 'before' | 'change'> {
  reason: string;
}

export const EQUIVALENTS: readonly Equivalent[] = [];

/** Whether a mutant is listed above. */
export const isEquivalent = (mutant: Mutant) =>
  EQUIVALENTS.some(({ file, before, change }) => mutant.file === file && mutant.before === before && mutant.change === change);
