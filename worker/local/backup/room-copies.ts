import { ROOM_TABLES, type RoomTable } from '../../contract/staff/room-copies.ts';
import type { Cell, RowCopies } from '../../http/database/row-copies.ts';
import { openLines, partsOf } from './line-hash.ts';
import { forEach } from './abreast.ts';
import { allRows } from './database-copy.db.ts';
import type { Manifest } from './manifest.ts';
import type { Database, Deployment, Keeping } from './places.ts';

type Room = Pick<Deployment, 'call'>;

/** Returns the ids of all events. Every event has a room, even if nobody wrote in it. */
export async function eventIds(database: Database): Promise<string[]> {
  return (await allRows(database, { name: 'events', columns: ['id'] })).map(([, id]) => String(id));
}

/** Reads a room as a trial. Throws if the Worker refuses, for example because the service key is wrong. */
export async function askRoom(room: Room, event = 'none'): Promise<void> {
  await readPage(room, { event, table: ROOM_TABLES[0], after: 0 });
}

interface RoomPage extends RowCopies {
  table: RoomTable;
  next: { table: RoomTable; after: number } | null;
}

/** Copies each room into its own file. A line with a table's name and columns comes before the rows of the table. */
export async function copyRooms(
  room: Room,
  { events, keeping }: { events: readonly string[]; keeping: Pick<Keeping, 'append'> },
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

/** Refills each room from the backup. A room without rows in the backup is emptied. */
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

async function writePage(
  { call }: Room,
  event: string,
  page: RowCopies & { begins: boolean; table: string },
): Promise<void> {
  const answer = await call(pathOf(event), { method: 'PUT', body: JSON.stringify(page) });
  if (!answer.ok)
    throw new Error(`The room of event ${event} was not put back: ${answer.status} ${await answer.text()}`);
}

/** Splits lines at each new table. The first line of a table starts with its name instead of a rowid. */
function groupsOf(lines: readonly Cell[][]): { head: string[] | null; rows: Cell[][] }[] {
  const groups: { head: string[] | null; rows: Cell[][] }[] = [{ head: null, rows: [] }];
  for (const line of lines) {
    if (typeof line[0] === 'string') groups.push({ head: line as string[], rows: [] });
    else groups.at(-1)!.rows.push(line);
  }
  return groups;
}

const pathOf = (event: string) => `/functions/v1/rooms/${encodeURIComponent(event)}/rows`;
export const roomFile = (event: string) => `rooms/${encodeURIComponent(event)}.jsonl`;
