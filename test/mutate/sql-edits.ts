import { child, children, type Edit, nameOf, type Node } from './nodes.ts';

/** Replacements in SQL: `by` replaces the first group of `found`. */
const SWAPS: { found: RegExp; by: string }[] = [
  { found: /(?<= )(<=)(?= )/g, by: '<' },
  { found: /(?<= )(<)(?= )/g, by: '<=' },
  { found: /(?<= )(>=)(?= )/g, by: '>' },
  { found: /(?<= )(>)(?= )/g, by: '>=' },
  { found: /(?<= )(<>)(?= )/g, by: '=' },
  { found: /(?<= )(and)(?=\s)/g, by: 'or' },
  { found: /(?<= )(or)(?=\s)/g, by: 'and' },
  { found: /\b(not exists)\b/g, by: 'exists' },
  { found: /(?<!not )\b(exists)\b/g, by: 'not exists' },
  { found: /\b(is not null)\b/g, by: 'is null' },
  { found: /\b(is null)\b/g, by: 'is not null' },
  { found: /(?<= )(\+)(?= )/g, by: '-' },
  { found: /(?<= )(-)(?= )/g, by: '+' },
  { found: /\b(max)(?=\()/g, by: 'min' },
  { found: /\b(min)(?=\()/g, by: 'max' },
  { found: /( desc)\b/g, by: '' },
];

/** Not used in SQL with `set`, because ` = ` may be an assignment there. */
const EQUALS = { found: /(?<= )(=)(?= )/g, by: '<>' };

/** Matches `and` and the condition after it, which may have two levels of parentheses. */
const PREDICATE =
  /\s+and\s+(?:[^()\n]|\((?:[^()]|\([^()]*\))*\))*?(?=\s+(?:and|or|group|order|limit|returning)\s|\n|\)|$)/g;

const FILLER = '\u0001';

/** Returns the edits of one `sql` template. Leaves embedded expressions alone, because they are separate nodes. */
export function sqlEdits(node: Node, source: string): Edit[] {
  if (node.type !== 'TaggedTemplateExpression' || nameOf(child(node, 'tag')) !== 'sql') return [];
  const start = child(node, 'quasi').start + 1;
  // The SQL of triggers is in upper case.
  const text = withoutExpressions(node, source).toLowerCase();
  const swaps = /\bset\b/i.test(text) ? SWAPS : [...SWAPS, EQUALS];
  const edits = swaps.flatMap(({ found, by }) =>
    [...text.matchAll(found)]
      .filter(({ 1: word, index }) => word !== 'and' || !isOfBetween(text, index))
      .map(({ 1: word = '', index }) => ({ start: start + index, end: start + index + word.length, text: by })),
  );
  for (const { 0: found, index } of text.matchAll(PREDICATE)) {
    if (!isOfBetween(text, index)) edits.push({ start: start + index, end: start + index + found.length, text: '' });
  }
  return edits;
}

/** Returns the template's text, with filler of equal length for embedded expressions, so positions match the source. */
function withoutExpressions(node: Node, source: string): string {
  const quasi = child(node, 'quasi');
  let text = source.slice(quasi.start + 1, quasi.end - 1);
  for (const { start, end } of children(quasi, 'expressions')) {
    const from = source.lastIndexOf('${', start) - quasi.start - 1;
    const to = source.indexOf('}', end) - quasi.start;
    text = text.slice(0, from) + FILLER.repeat(to - from) + text.slice(to);
  }
  return text;
}

const isOfBetween = (text: string, index: number) => /\bbetween\s(?:(?!\band\b)[^])*$/i.test(text.slice(0, index + 1));
