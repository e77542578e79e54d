/** One statement with its values. */
export interface BareStatement {
  sql: string;
  values: unknown[];
}

/** What one request cost, with the work that went on after its answer. */
export interface RouteCost {
  round_trips: number;
  rows_read: number;
  rows_written: number;
  /** Calls of Durable Objects. */
  objects: number;
  /** The statements in the order in which they were run. */
  statements: BareStatement[];
}

/** What one request of a route cost, and what it answered. */
export interface MeasuredCost extends RouteCost {
  body: ArrayBuffer;
  headers: Record<string, string>;
}

const OF_THE_CONNECTION = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** The headers that a Worker wrote, without those of the connection. */
export function ownHeaders({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !OF_THE_CONNECTION.has(name)));
}
