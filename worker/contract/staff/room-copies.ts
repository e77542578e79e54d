import * as v from 'valibot';

/** The tables of a room that are copied. Relays are left out, because they join again by themselves. */
export const ROOM_TABLES = ['room', 'messages', 'sent_keys', 'mutes'] as const;
export const COPIED_ROWS = 1000;

const TableOfRoom = v.picklist(ROOM_TABLES, 'A room has no such table.');
const Cell = v.nullable(v.union([v.string(), v.number()]));

/**
 * Asks for the rows of `table` after the rowid `after`. If there are none, the answer has the first rows of the next
 * table that has any.
 */
export const CopyRoom = v.object({
  table: TableOfRoom,
  after: v.optional(v.pipe(v.string(), v.digits(), v.transform(Number), v.safeInteger()), '0'),
});

/** The first value of each row is its rowid. With `begins`, the room is emptied before the rows are inserted. */
export const RefillRoom = v.object({
  begins: v.optional(v.boolean(), false),
  table: TableOfRoom,
  columns: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z_]+$/))), v.maxLength(50)),
  rows: v.pipe(v.array(v.array(Cell)), v.maxLength(COPIED_ROWS)),
});
export type RoomTable = (typeof ROOM_TABLES)[number];
export type RoomRefill = v.InferOutput<typeof RefillRoom>;
