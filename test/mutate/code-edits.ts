import { child, children, type Edit, nameOf, type Node } from './nodes.ts';

const OPERATORS = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '&&': '||',
    '||': '&&',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
  }),
);

const CONDITIONS = new Map(
  Object.entries({
    eq: 'ne',
    ne: 'eq',
    lt: 'lte',
    lte: 'lt',
    gt: 'gte',
    gte: 'gt',
    and: 'or',
    or: 'and',
    isNull: 'isNotNull',
    isNotNull: 'isNull',
    exists: 'notExists',
    notExists: 'exists',
    inArray: 'notInArray',
    notInArray: 'inArray',
  }),
);

const METHODS = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    min: 'max',
    max: 'min',
    floor: 'ceil',
    ceil: 'floor',
  }),
);

/** Numbers from this one on are doubled, because adding one would change too little. */
const LARGE = 1000;

/** `parents` begins with the nearest. */
export function codeEdits(node: Node, parents: readonly Node[], source: string): Edit[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return otherOperator(node, source);
    case 'IfStatement':
      return [negated(child(node, 'test'), source), ...withoutGuard(node)];
    case 'ConditionalExpression':
      return [negated(child(node, 'test'), source)];
    case 'ExpressionStatement':
      return withoutStatement(node, parents);
    case 'Literal':
      return otherLiteral(node, parents);
    case 'CallExpression':
      return [...otherCall(node), ...withoutCondition(node, source)];
    default:
      return [];
  }
}

function otherOperator(node: Node, source: string): Edit[] {
  const operator = String(node['operator']);
  const other = OPERATORS.get(operator);
  const sides = [child(node, 'left'), child(node, 'right')];
  if (other === undefined || (operator === '+' && sides.some(isText))) return [];
  const start = source.indexOf(operator, sides[0]!.end);
  return [{ start, end: start + operator.length, text: other }];
}

const isText = (side: Node): boolean =>
  side.type === 'TemplateLiteral' ||
  typeof side['value'] === 'string' ||
  (side.type === 'BinaryExpression' && (isText(child(side, 'left')) || isText(child(side, 'right'))));

const negated = ({ start, end }: Node, source: string): Edit => {
  return { start, end, text: `!(${source.slice(start, end)})` };
};

function withoutGuard({ start, end, ...node }: Node): Edit[] {
  const consequent = node['consequent'] as Node;
  const last = consequent.type === 'BlockStatement' ? children(consequent, 'body').at(-1) : consequent;
  const leaves = /^(Return|Throw|Continue)Statement$/.test(last?.type ?? '');
  return leaves && node['alternate'] === null ? [{ start, end, text: ';' }] : [];
}

const DOES_SOMETHING = new Set(['AwaitExpression', 'CallExpression', 'AssignmentExpression', 'UpdateExpression']);

function withoutStatement(node: Node, [parent]: readonly Node[]): Edit[] {
  const isInside = parent?.type === 'BlockStatement' || parent?.type === 'IfStatement';
  return isInside && DOES_SOMETHING.has(child(node, 'expression').type)
    ? [{ start: node.start, end: node.end, text: ';' }]
    : [];
}

function otherLiteral(node: Node, [parent]: readonly Node[]): Edit[] {
  const { start, end, value } = node;
  if (parent?.type === 'Property' && parent['key'] === node) return [];
  if (typeof value === 'boolean') return [{ start, end, text: String(!value) }];
  if (typeof value === 'number') return [{ start, end, text: String(value < LARGE ? value + 1 : value * 2) }];
  const isCompared =
    parent?.type === 'CallExpression' && /^(?:eq|ne|includes|startsWith|endsWith)$/.test(calledName(parent));
  return typeof value === 'string' && value !== '' && isCompared ? [{ start, end, text: `'${value}x'` }] : [];
}

function calledName(call: Node): string {
  const callee = child(call, 'callee');
  return callee.type === 'MemberExpression' ? nameOf(child(callee, 'property')) : nameOf(callee);
}

function otherCall(call: Node): Edit[] {
  const callee = child(call, 'callee');
  if (callee.type === 'MemberExpression') {
    const property = child(callee, 'property');
    const other = METHODS.get(nameOf(property));
    return other === undefined ? [] : [{ start: property.start, end: property.end, text: other }];
  }
  const other = CONDITIONS.get(nameOf(callee));
  if (other === undefined) return [];
  // Adds an import of the replacement, because the source might lack it.
  const also = `\nimport { ${other} as other_${other} } from 'drizzle-orm';\n`;
  return [{ start: callee.start, end: callee.end, text: `other_${other}`, also }];
}

function withoutCondition(call: Node, source: string): Edit[] {
  const name = nameOf(child(call, 'callee'));
  const conditions = children(call, 'arguments');
  if (name === 'not' && conditions.length === 1) {
    return [{ start: call.start, end: call.end, text: source.slice(conditions[0]!.start, conditions[0]!.end) }];
  }
  if ((name !== 'and' && name !== 'or') || conditions.length < 2) return [];
  return conditions.map(({ start, end }) => ({ start, end, text: 'undefined' }));
}
