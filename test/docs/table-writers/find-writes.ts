import { posix } from 'node:path';
import { parseSync } from 'vite';
import { child, children, isNode, nameOf, type Node } from '../../mutate/nodes.ts';

/** A write in a source: its line, and the SQL name of its table, or null if the source does not show which table. */
export interface Found {
  line: number;
  table: string | null;
}

/** The tables: `exports` maps the names that sources import to the names in SQL, and `names` has all names in SQL. */
export interface Known {
  exports: ReadonlyMap<string, string>;
  names: ReadonlySet<string>;
}

/** Functions that write the table that they get as an argument. `at` is the position of that argument. */
const WRITING_FUNCTIONS: Record<string, { from: string; at: number }> = {
  insertFrom: { from: 'worker/http/database/insert-from.ts', at: 1 },
  deleteSome: { from: 'worker/http/database/delete-some.ts', at: 1 },
  rowsOf: { from: 'worker/http/database/rows-of-person.ts', at: 0 },
};
const TABLES = /(^|\/)drizzle\/(tables|room)\//;
const WRITES = new Set(['insert', 'update', 'delete']);
const SQL_WRITE =
  /\b(?:(?:insert(?:\s+or\s+\w+)?|replace)\s+into|delete\s+from)\s+["'`[]?([\w$]+|$)?|\bupdate(?:\s+or\s+\w+)?\s+["'`[]?([\w$]+)["'`\]]?(?:\s+(?:as\s+)?\w+)?(?:\s+indexed\s+by\s+\w+)?\s+set\b/gi;
/** Stands in a template for a value that the source does not show. */
const UNTOLD = '$untold';

/** Finds every write to a table in a TypeScript source, by Drizzle or in SQL. Ignores comments. */
export function findWrites(file: string, source: string, known: Known): Found[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]!.message}`);
  const names = namesIn(program as unknown as Node, file, known);
  const found: Found[] = [];
  const lineOf = ({ start }: Node) => source.slice(0, start).split('\n').length;
  walk(program as unknown as Node, (node) => {
    for (const table of [...writesByCall(node, names), ...writesBySql(node, names, known)])
      found.push({ line: lineOf(node), table });
  });
  return found;
}

interface Names {
  /** Maps the tables' names in the source to their names in SQL. */
  tables: ReadonlyMap<string, string>;
  /** The names of table modules that the source imports as a whole. */
  modules: ReadonlySet<string>;
  /** Maps the imported names of `WRITING_FUNCTIONS` to the position of the table's argument. */
  functions: ReadonlyMap<string, number>;
  exports: Known['exports'];
  buildsSql: boolean;
}

function namesIn(program: Node, file: string, { exports }: Known): Names {
  const tables = new Map<string, string>();
  const modules = new Set<string>();
  const functions = new Map<string, number>();
  let buildsSql = file.endsWith('.db.ts');
  for (const statement of children(program, 'body')) {
    if (statement.type !== 'ImportDeclaration') continue;
    const from = String(child(statement, 'source')['value']);
    const path = from.startsWith('.') ? posix.join(posix.dirname(file), from) : from;
    if (from === 'drizzle-orm' && statement['importKind'] !== 'type') buildsSql = true;
    for (const specifier of children(statement, 'specifiers')) {
      const local = nameOf(child(specifier, 'local'));
      const imported = nameOf(specifier['imported'] as Node | null);
      const writing = WRITING_FUNCTIONS[imported];
      if (writing?.from === path) functions.set(local, writing.at);
      if (!TABLES.test(path)) continue;
      if (specifier.type === 'ImportNamespaceSpecifier') modules.add(local);
      const table = exports.get(imported);
      if (table) tables.set(local, table);
    }
  }
  return { tables, modules, functions, exports, buildsSql };
}

function tableOf(node: Node | undefined, { tables, modules, exports }: Names): string | null {
  if (node?.type === 'MemberExpression' && modules.has(nameOf(child(node, 'object'))))
    return exports.get(nameOf(child(node, 'property'))) ?? null;
  return tables.get(nameOf(node)) ?? null;
}

function writesByCall(node: Node, names: Names): (string | null)[] {
  if (node.type !== 'CallExpression') return [];
  const callee = child(node, 'callee');
  const given = children(node, 'arguments');
  const at = names.functions.get(nameOf(callee));
  if (at !== undefined) return [tableOf(given[at], names)];
  if (callee.type !== 'MemberExpression' || !WRITES.has(memberOf(callee))) return [];
  const table = tableOf(given[0], names);
  if (table !== null) return [table];
  return isOfDatabase(callee, names) ? [null] : [];
}

function memberOf(member: Node): string {
  const property = child(member, 'property');
  return property.type === 'Literal' ? String(property['value']) : member['computed'] ? '' : nameOf(property);
}

/** A call of `delete` or `update` on one of these does not write to a database. */
const OTHERS = /^(caches|createHash)$|_BUCKET$/;

/** Whether a method may belong to a database. Routes, buckets, caches and hashes have methods of the same names. */
function isOfDatabase(member: Node, { buildsSql }: Names): boolean {
  const parts: string[] = [];
  for (let at: Node | undefined = child(member, 'object'); at; at = (at['object'] ?? at['callee']) as Node | undefined)
    parts.push(at.type === 'MemberExpression' ? memberOf(at) : nameOf(at));
  return parts.includes('db') || (buildsSql && !parts.some((part) => OTHERS.test(part)));
}

function writesBySql(node: Node, names: Names, known: Known): (string | null)[] {
  const text = sqlOf(node, names);
  if (text === null) return [];
  return Array.from(text.matchAll(SQL_WRITE), ([, into, updated]) => {
    const name = (into ?? updated ?? UNTOLD).toLowerCase();
    return known.names.has(name) ? name : null;
  });
}

/** Returns the text of a string, a template, or several of them joined by `+`. Returns null for anything else. */
function sqlOf(node: Node, names: Names): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node.type === 'BinaryExpression' && node['operator'] === '+')
    return ['left', 'right']
      .map((side) => sqlOf(child(node, side), names) ?? tableOf(child(node, side), names) ?? UNTOLD)
      .join('');
  if (node.type !== 'TemplateLiteral') return null;
  const texts = children(node, 'quasis').map((quasi) => (quasi['value'] as { cooked: string }).cooked);
  const values = children(node, 'expressions').map((each) => tableOf(each, names) ?? UNTOLD);
  return texts.map((text, at) => text + (values[at] ?? '')).join('');
}

function walk(node: Node, seen: (node: Node) => void): void {
  seen(node);
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(each, seen);
}
