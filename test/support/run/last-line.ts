/** Returns the last line of a command and its exit code. The line names the `faults`. Without faults it says `good`. */
export function lastLine(
  name: string,
  { good, faults }: { good: string; faults: readonly string[] },
): { line: string; code: 0 | 1 } {
  return faults.length === 0
    ? { line: `${name}: ${good}`, code: 0 }
    : { line: `${name} failed: ${faults.join(', ')}`, code: 1 };
}

export function sayLast(name: string, outcome: { good: string; faults: readonly string[] }): void {
  const { line, code } = lastLine(name, outcome);
  console.info(line);
  process.exitCode = code;
}
