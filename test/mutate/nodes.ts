export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** One small change of a source: the text from `start` to `end` becomes `text`. `also` is appended to the source. */
export interface Edit {
  start: number;
  end: number;
  text: string;
  also?: string;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** The node in a field that the grammar always fills. */
export const child = (node: Node, field: string) => node[field] as Node;

export const children = (node: Node, field: string) => node[field] as Node[];

export const nameOf = (node: Node | null | undefined) => (node?.type === 'Identifier' ? String(node['name']) : '');
