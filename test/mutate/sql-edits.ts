import { child, children, type Edit, nameOf, type Node } from './nodes.ts';

/** What stands in for what in SQL. The first group is what is replaced. */
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

/** Only where nothing is assigned: ` = ` of `update … set` is no comparison. */
const EQUALS = { found: /(?<= )(=)(?= )/g, by: '<>' };

/** `and` with one condition behind it, which has at most one pair of parentheses inside another. */
const PREDICATE =
  /\s+and\s+(?:[^()\n]|\((?:[^()]|\([^()]*\))*\))*?(?=\s+(?:and|or|group|order|limit|returning)\s|\n|\)|$)/g;

/** Stands for each character of an embedded expression. */
const FILLER = '\u0001';

/** The changes inside one template of SQL. Its embedded expressions are nodes of their own. */
export function sqlEdits(node: Node, source: string): Edit[] {
  if (node.type !== 'TaggedTemplateExpression' || nameOf(child(node, 'tag')) !== 'sql') return [];
  const start = child(node, 'quasi').start + 1;
  // Triggers write their words in capitals.
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

/** The template's text with as many characters as in the source. */
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

/** Whether the `and` at this place belongs to a `between`. */
const isOfBetween = (text: string, index: number) => /\bbetween\s(?:(?!\band\b)[^])*$/i.test(text.slice(0, index + 1));
