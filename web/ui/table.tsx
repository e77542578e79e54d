import type { ReactNode } from 'react';
import s from './table.module.css';

/** One column: its head, and what a row shows under it. The first column names the row. `wide` ones take what is left. */
export interface Column<R> {
  head: string;
  cell: (row: R) => ReactNode;
  isNumber?: boolean;
  isWide?: boolean;
  /** Buttons: on a phone they stand below the row's facts. */
  isActions?: boolean;
}

/** Rows a person may pick, by id. */
export interface Picking<R> {
  picked: ReadonlySet<string>;
  nameOf: (row: R) => string;
  onPick: (ids: ReadonlySet<string>) => void;
}

/** A table that becomes a list of cards on a phone. The roles are spelled out: a table that is laid out otherwise loses them. */
export function Table<R extends { id: string }>({
  caption,
  columns,
  rows,
  picking,
}: {
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  picking?: Picking<R>;
}) {
  return (
    <div className={s.frame}>
      <table className={s.table} role="table">
        <caption className="sr">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {picking && (
              <th role="columnheader" scope="col" className={s.pick}>
                <PickAll rows={rows} {...picking} />
              </th>
            )}
            {columns.map(({ head, isNumber }) => (
              <th key={head} role="columnheader" scope="col" data-number={isNumber ? '' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.id} role="row">
              {picking && (
                <td role="cell" className={s.pick}>
                  <Pick row={row} {...picking} />
                </td>
              )}
              {columns.map((column, at) => (
                <Cell key={column.head} column={column} row={row} names={at === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<R>({ column: { head, cell, isNumber, isWide, isActions }, row, names }: { column: Column<R>; row: R; names: boolean }) {
  const content = <div className={isActions ? s.actions : undefined}>{cell(row)}</div>;
  if (names) {
    return (
      <th role="rowheader" scope="row">
        {content}
      </th>
    );
  }
  const kind = isActions ? 'actions' : isWide ? 'wide' : isNumber ? 'number' : undefined;
  return (
    <td role="cell" data-head={isActions ? undefined : head} data-kind={kind}>
      {content}
    </td>
  );
}

function Pick<R extends { id: string }>({ row, picked, nameOf, onPick }: Picking<R> & { row: R }) {
  const toggle = () => {
    const next = new Set(picked);
    if (!next.delete(row.id)) next.add(row.id);
    onPick(next);
  };
  return (
    <label className={s.box}>
      <input type="checkbox" aria-label={`Pick ${nameOf(row)}`} checked={picked.has(row.id)} onChange={toggle} />
    </label>
  );
}

function PickAll<R extends { id: string }>({ rows, picked, onPick }: Picking<R> & { rows: readonly R[] }) {
  const isAll = rows.length > 0 && rows.every(({ id }) => picked.has(id));
  return (
    <label className={s.box}>
      <input
        type="checkbox"
        aria-label="Pick all shown"
        checked={isAll}
        onChange={() => onPick(new Set(isAll ? [] : rows.map(({ id }) => id)))}
      />
    </label>
  );
}
