import { bytesOf, type Heap } from '../../support/heap.ts';

export const MEGABYTE = 1_048_576;
/** How much memory the Worker's isolate may use after a garbage collection. In production an isolate has 128 MB. */
export const MOST_HEAP_MB = 64;

export const inMegabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;

export const largestOf = (heaps: readonly Heap[]): Heap | undefined =>
  heaps.toSorted((one, other) => bytesOf(one) - bytesOf(other)).at(-1);

export function memoryFaults(heaps: readonly Heap[]): string[] {
  const largest = largestOf(heaps);
  if (!largest) return ['the heap was never measured'];
  return bytesOf(largest) > MOST_HEAP_MB * MEGABYTE
    ? [`the heap reached ${inMegabytes(bytesOf(largest))}, and ${MOST_HEAP_MB} MB are allowed`]
    : [];
}
