export interface BareStatement {
  sql: string;
  values: unknown[];
}

/** The cost of one request, including its work after the answer. */
export interface RouteCost {
  round_trips: number;
  rows_read: number;
  rows_written: number;
  objects: number;
  /** The statements in the order in which they were run. */
  statements: BareStatement[];
}

export interface MeasuredCost extends RouteCost {
  body: ArrayBuffer;
  headers: Record<string, string>;
}

const OF_THE_CONNECTION = /^(connection|content-encoding|content-length|date|keep-alive|transfer-encoding)$/;

/** Returns the headers that a Worker wrote, without those of the connection. */
export function ownHeaders({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !OF_THE_CONNECTION.test(name)));
}
