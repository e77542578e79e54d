import { parseSync } from 'vite';
import { codeEdits } from './code-edits.ts';
import { type Edit, isNode, type Node } from './nodes.ts';
import { sqlEdits } from './sql-edits.ts';

/** A changed source. `before` is the original line without indentation; `change` describes the replacement. */
export interface Mutant {
  file: string;
  line: number;
  before: string;
  change: string;
  source: string;
}

/** Each mutant parses and differs from the source and from the others. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]!.message}`);
  const edits: Edit[] = [];
  visit(program as unknown as Node, [], (node, parents) =>
    edits.push(...codeEdits(node, parents, source), ...sqlEdits(node, source)),
  );
  const mutants = new Map<string, Mutant>();
  for (const edit of edits) {
    const mutant = mutantOf(file, source, edit);
    if (mutant.source !== source && parseSync(file, mutant.source).errors.length === 0)
      mutants.set(mutant.source, mutant);
  }
  return [...mutants.values()].toSorted((one, other) => one.line - other.line);
}

function mutantOf(file: string, source: string, { start, end, text, also = '' }: Edit): Mutant {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = source.indexOf('\n', start);
  return {
    file,
    line: source.slice(0, start).split('\n').length,
    before: source.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).trim(),
    change: `${short(source.slice(start, end))} → ${short(text) || 'nothing'}`,
    source: source.slice(0, start) + text + source.slice(end) + also,
  };
}

const short = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const TYPE_WRAPPERS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/** Calls `seen` for each node except types and imports. `parents` begins with the nearest. */
function visit(node: Node, parents: readonly Node[], seen: (node: Node, parents: readonly Node[]) => void): void {
  if (node.type.startsWith('TS') && !TYPE_WRAPPERS.has(node.type)) return;
  if (node.type === 'ImportDeclaration') return;
  seen(node, parents);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit(child, [node, ...parents], seen);
  }
}
