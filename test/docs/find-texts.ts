import { parseSync } from 'vite';
import { isNode, nameOf, type Node } from '../mutate/nodes.ts';

const isForMachines = (node: Node): boolean =>
  node.type === 'ImportDeclaration' ||
  node.type === 'TaggedTemplateExpression' ||
  (node.type === 'NewExpression' && /(?<!Domain|Plain)Error$/.test(nameOf(node['callee'] as Node))) ||
  (node.type === 'CallExpression' && nameOf(node['callee'] as Node) === 'log') ||
  (node.type === 'Property' && nameOf(node['key'] as Node) === 'summary');

const isSentence = (text: string) => /^\W*[A-Z].* /s.test(text) || /[a-z] .*[.!?]$/s.test(text.trim());

/** Finds the sentences that people read: text of JSX, and strings that look like sentences. */
export function findTexts(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]!.message}`);
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (isForMachines(node)) return;
    const text = textOf(node);
    if (text !== null && (node.type === 'JSXText' || isSentence(text))) found.push(text.replaceAll(/\s+/g, ' ').trim());
    for (const part of Object.values(node).flat()) if (isNode(part)) visit(part);
  };
  visit(program as unknown as Node);
  return found.filter(Boolean);
}

function textOf(node: Node): string | null {
  const { value } = node as unknown as { value: unknown };
  if (node.type === 'JSXText' || node.type === 'Literal') return typeof value === 'string' ? value : null;
  return node.type === 'TemplateElement' ? (value as { cooked: string }).cooked : null;
}
