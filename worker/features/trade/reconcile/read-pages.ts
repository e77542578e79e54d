import type { Intent, Page, PageQuery, Provider } from '../provider/provider.ts';

const MOST_PAGES = 100;
const TWO_DAYS_S = 172_800;

/** Throws if there are too many pages. */
export async function readPages<Row extends { id: string }>(
  read: (page: PageQuery) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const last = rows.at(-1);
    const { data, has_more } = await read(last ? { starting_after: last.id } : {});
    rows.push(...data);
    if (!has_more || data.length === 0) return rows;
  }
  throw new Error('The provider lists more rows than one comparison can read.');
}

/** Reads the card payments of the last two days, because a card is charged or released within a day. */
export function readIntents(provider: Provider, now: Date): Promise<Intent[]> {
  const created_gte = Math.floor(now.getTime() / 1000) - TWO_DAYS_S;
  return readPages((page) => provider.listIntents({ ...page, created_gte }));
}
