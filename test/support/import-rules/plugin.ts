import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RuleTester } from 'oxlint/plugins-dev';
import { isSource, refusalOf } from './judge-import.ts';

type Rule = Parameters<RuleTester['run']>[1];
type Visitor = ReturnType<NonNullable<Rule['create']>>;
type Node = Parameters<NonNullable<Visitor['CallExpression']>>[0]['arguments'][number];

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LOADERS = /^(require(\.resolve)?|import\.meta\.(glob|resolve))$/;
const COMPUTED = 'Write the path of an import as a plain string: a computed path cannot be checked.';
const BASE =
  'Write import.meta.url only as the base in new URL(path, import.meta.url): stored in a variable, it hides an import.';
const RAW_SQL = 'Only *.db.ts files and the plumbing of worker/http reach the database itself: open it by openDb.';
/** The files of the Worker that may use the database binding or the client behind Drizzle. */
const REACHES_DATABASE = /^worker\/(context\.ts$|(local|http)\/)|\.db\.ts$|\.test\.ts$/;

/** Refuses every import that the layer of the importing file does not allow, in whatever form it is written. */
const imports: Rule = {
  create({ filename, report, sourceCode }) {
    const file = relative(ROOT, filename).replaceAll('\\', '/');
    if (!isSource(file)) return {};
    const judge = (node: { start: number; end: number }, source: string, isType = false) => {
      const refusal = refusalOf({ file, source, isType });
      if (refusal) report({ node: node as Node, message: refusal });
    };
    const judgePath = (node: Node) => {
      if (node.type === 'ArrayExpression') {
        for (const element of node.elements) if (element) judgePath(element);
        return;
      }
      const source = textOf(node);
      if (source !== null) judge(node, source);
      else report({ node, message: COMPUTED });
    };
    return {
      Program: () => {
        for (const comment of sourceCode.getAllComments()) {
          const [, path] = /^\/\s*<reference\s+path=["']([^"']+)/.exec(comment.value) ?? [];
          if (path) judge(comment, path.startsWith('.') ? path : `./${path}`, true);
        }
      },
      ImportDeclaration: (node) => judge(node, node.source.value, node.importKind === 'type'),
      ExportAllDeclaration: (node) => judge(node, node.source.value, node.exportKind === 'type'),
      ExportNamedDeclaration: (node) => {
        if (node.source) judge(node, node.source.value, node.exportKind === 'type');
      },
      ImportExpression: (node) => judgePath(node.source),
      TSImportType: (node) => judge(node, node.source.value, true),
      // `declare module` counts as an import if it names a file. A pattern such as '*?raw' does not name a file.
      TSModuleDeclaration: ({ id }) => {
        if (id.type === 'Literal' && typeof id.value === 'string' && !id.value.startsWith('*'))
          judge(id, id.value, true);
      },
      MetaProperty: (node) => {
        const member = node.parent;
        const name =
          member?.type === 'MemberExpression' && !member.computed ? sourceCode.getText(member.property) : null;
        const isBase = member?.parent?.type === 'NewExpression' && member.parent.arguments[1] === member;
        if (!file.startsWith('worker/local/') && (name === null || (name === 'url' && !isBase)))
          report({ node, message: BASE });
      },
      Identifier: (node) => {
        if (
          (node.name === 'DB' || node.name === '$client') &&
          file.startsWith('worker/') &&
          !REACHES_DATABASE.test(file)
        )
          report({ node, message: RAW_SQL });
      },
      TSExternalModuleReference: (node) => judge(node, node.expression.value),
      CallExpression: (node) => {
        const called = sourceCode.getText(node.callee);
        if (LOADERS.test(called) && node.arguments[0]) judgePath(node.arguments[0]);
      },
      NewExpression: (node) => {
        const [path, base] = node.arguments;
        if (path && base && sourceCode.getText(base) === 'import.meta.url') judgePath(path);
      },
    };
  },
};

function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? null;
  return null;
}

const plugin: { meta: { name: string }; rules: Record<string, Rule> } = {
  meta: { name: 'layers' },
  rules: { imports },
};

export default plugin;
