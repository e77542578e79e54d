import { ROOM_TABLES, type RoomTable } from '../../contract/staff/room-copies.ts';
import { type Cell, readCopies, type RowCopies } from '../../http/database/row-copies.ts';
import { openLines, partsOf } from './line-hash.ts';
import type { Manifest } from './manifest.ts';
import type { Deployment, Keeping } from './places.ts';

/** How many rooms are copied side by side. */
const ABREAST = 8;

type Room = Pick<Deployment, 'call'>;

/** Every event has a room. It is asked for by its id, whether or not anybody wrote in it. */
export async function eventIds({ database }: Pick<Deployment, 'database'>): Promise<string[]> {
  const read = database.prepare(readCopies({ table: 'events', columns: ['id'], limit: 1000 }));
  const ids: string[] = [];
  for (let after = 0, count = 1000; count === 1000;) {
    const rows = await read.bind(after).raw<[number, string]>();
    ids.push(...rows.map(([, id]) => id));
    count = rows.length;
    after = rows.at(-1)?.[0] ?? after;
  }
  return ids;
}

/** A page of rows as the Worker answers it. */
interface RoomPage extends RowCopies {
  table: RoomTable;
  next: { table: RoomTable; after: number } | null;
}

/** Copies the rooms of these events. Before the rows of a table, a line names it and its columns. */
export async function copyRooms(
  room: Room,
  { events, keeping }: { events: readonly string[]; keeping: Keeping },
): Promise<Manifest['rooms']> {
  const rooms: Manifest['rooms'] = {};
  await forEach(events, async (event) => {
    const lines = openLines((text) => keeping.append(roomFile(event), text));
    for (let next: RoomPage['next'] = { table: ROOM_TABLES[0], after: 0 }, last = ''; next !== null;) {
      const page: RoomPage = await readPage(room, { event, ...next });
      if (page.rows.length > 0 && page.table !== last) await lines.add([[page.table, ...page.columns]]);
      await lines.add(page.rows);
      [next, last] = [page.next, page.table];
    }
    const hashed = lines.close();
    if (hashed.rows > 0) rooms[event] = hashed;
  });
  return rooms;
}

async function readPage(
  { call }: Room,
  { event, table, after }: { event: string; table: string; after: number },
): Promise<RoomPage> {
  const answer = await call(`${pathOf(event)}?table=${table}&after=${after}`);
  if (!answer.ok) throw new Error(`The room of event ${event} was not read: ${answer.status} ${await answer.text()}`);
  return JSON.parse(await answer.text()) as RoomPage;
}

/** Puts the rooms of a backup back. The room of an event that had no rows is emptied too. */
export async function refillRooms(
  room: Room,
  { events, rooms, keeping }: { events: readonly string[]; rooms: Manifest['rooms']; keeping: Keeping },
): Promise<void> {
  await forEach(events, async (event) => {
    await writePage(room, event, { begins: true, table: 'room', columns: [], rows: [] });
    if (!rooms[event]) return;
    let [table, columns]: [string, string[]] = ['', []];
    for await (const part of partsOf(keeping.lines(roomFile(event)))) {
      for (const group of groupsOf(part)) {
        if (group.head) [table, columns] = [group.head[0]!, group.head.slice(1)];
        if (group.rows.length > 0) await writePage(room, event, { begins: false, table, columns, rows: group.rows });
      }
    }
  });
}

/** Does the work for each event, a few side by side. */
async function forEach(events: readonly string[], work: (event: string) => Promise<void>): Promise<void> {
  const waiting = [...events];
  const one = async () => {
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) await work(event);
  };
  await Promise.all(Array.from({ length: ABREAST }, one));
}

async function writePage(
  { call }: Room,
  event: string,
  page: RowCopies & { begins: boolean; table: string },
): Promise<void> {
  const answer = await call(pathOf(event), { method: 'PUT', body: JSON.stringify(page) });
  if (!answer.ok)
    throw new Error(`The room of event ${event} was not put back: ${answer.status} ${await answer.text()}`);
}

/** Splits lines where another table begins: a line that begins with a name instead of a rowid. */
function groupsOf(lines: readonly Cell[][]): { head: string[] | null; rows: Cell[][] }[] {
  const groups: { head: string[] | null; rows: Cell[][] }[] = [{ head: null, rows: [] }];
  for (const line of lines) {
    if (typeof line[0] === 'string') groups.push({ head: line as string[], rows: [] });
    else groups.at(-1)!.rows.push(line);
  }
  return groups;
}

const pathOf = (event: string) => `/functions/v1/rooms/${encodeURIComponent(event)}/rows`;
/** The file of a room in a backup. */
export const roomFile = (event: string) => `rooms/${encodeURIComponent(event)}.jsonl`;
