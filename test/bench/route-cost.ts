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
  statements: BareStatement[];
}

export interface MeasuredCost extends RouteCost {
  body: ArrayBuffer;
  headers: Record<string, string>;
}

const OF_THE_CONNECTION = /^(connection|content-encoding|content-length|date|keep-alive|transfer-encoding)$/;

export function ownHeaders({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !OF_THE_CONNECTION.test(name)));
}
