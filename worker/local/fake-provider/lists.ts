import type { Core } from './core.ts';
import { missing, Refusal } from './refusal.ts';

export function find<Found>(objects: ReadonlyMap<string, Found>, id: string, kind: string): Found {
  const found = objects.get(id);
  if (found === undefined) throw missing(kind, id);
  return found;
}

/** Returns one page of a list, newest first. `rows` must be in the order of creation. */
export function pageOf<Row extends { id: string; created: number }>(
  rows: readonly Row[],
  {
    limit,
    starting_after,
    created,
    url,
  }: {
    limit: number;
    starting_after?: string | undefined;
    created?: { gte?: number | undefined } | undefined;
    url: string;
  },
) {
  const newestFirst = rows.toReversed();
  const start = starting_after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === starting_after) + 1;
  if (starting_after !== undefined && start === 0) throw missing('object', starting_after);
  const following = newestFirst.slice(start, start + limit + 1).filter((row) => row.created >= (created?.gte ?? 0));
  return { object: 'list', data: following.slice(0, limit), has_more: following.length > limit, url };
}

export const relatedTo = <Row>({ state }: Core, rows: ReadonlyMap<string, Row>, parent: string): Row[] =>
  (state.related.get(parent) ?? []).flatMap((id) => rows.get(id) ?? []);

/** Replaces ids in an object by the objects with these ids. `paths` lists the fields, as Stripe's `expand` does. */
export function expanded(core: Core, object: object, paths: readonly string[]): object {
  const result = { ...object } as Record<string, unknown>;
  for (const path of paths) {
    const [field = '', ...rest] = path.split('.');
    if (!(field in result)) throw new Refusal(`This property cannot be expanded (${path}).`, { param: 'expand' });
    result[field] = expandedValue(core, result[field], rest);
  }
  return result;
}

function expandedValue(core: Core, value: unknown, rest: readonly string[]): unknown {
  const deeper = rest.length > 0 ? [rest.join('.')] : [];
  if (Array.isArray(value)) return value.map((each) => expandedValue(core, each, rest));
  const object: unknown = typeof value === 'string' ? referenced(core, value) : value;
  return typeof object === 'object' && object !== null ? expanded(core, object, deeper) : value;
}

function referenced({ state }: Core, id: string): object | undefined {
  const { setups, charges, intents, transactions, refunds, transfers, disputes } = state;
  const kinds: ReadonlyMap<string, object>[] = [setups, charges, intents, transactions, refunds, transfers, disputes];
  return kinds.find((each) => each.has(id))?.get(id);
}
