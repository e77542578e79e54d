import type { ReactNode } from 'react';
import s from './table.module.css';

/** `cell` gets a row and the table's `using`. The cells of the first column are the row headers. */
export interface Column<R, U = undefined> {
  head: string;
  cell: (row: R, using: U) => ReactNode;
  isNumber?: boolean;
  isWide?: boolean;
  /** A column of buttons. On a phone they are below the other cells of the row. */
  isActions?: boolean;
}

export interface Picking<R> {
  picked: ReadonlySet<string>;
  nameOf: (row: R) => string;
  onPick: (ids: ReadonlySet<string>) => void;
}

/** Some browsers drop the roles of a table that is laid out as cards, so the roles are explicit. */
const AS = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
};

export function Table<R extends { id: string }, U>({
  caption,
  columns,
  rows,
  using,
  picking,
  hasRowFocus = false,
}: {
  caption: string;
  columns: readonly Column<R, U>[];
  rows: readonly R[];
  using: U;
  picking?: Picking<R>;
  /** Lets a script put the focus on a row, and puts the row's id into `data-id`. */
  hasRowFocus?: boolean;
}) {
  return (
    <div className={s.frame}>
      <table className={s.table} {...AS.table}>
        <caption className="sr">{caption}</caption>
        <thead {...AS.rowgroup}>
          <tr {...AS.row}>
            {picking && (
              <th {...AS.columnheader} scope="col" className={s.pick}>
                <PickAll rows={rows} {...picking} />
              </th>
            )}
            {columns.map(({ head, isNumber }) => (
              <th key={head} {...AS.columnheader} scope="col" data-number={isNumber ? '' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...AS.rowgroup}>
          {rows.map((row) => (
            <tr key={row.id} {...AS.row} {...(hasRowFocus ? { tabIndex: -1, 'data-id': row.id } : {})}>
              {picking && (
                <td {...AS.cell} className={s.pick}>
                  <Pick row={row} {...picking} />
                </td>
              )}
              {columns.map((column, at) => (
                <Cell key={column.head} column={column} row={row} using={using} names={at === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<R, U>({
  column: { head, cell, isNumber, isWide, isActions },
  row,
  using,
  names,
}: {
  column: Column<R, U>;
  row: R;
  using: U;
  names: boolean;
}) {
  const content = <div className={isActions ? s.actions : undefined}>{cell(row, using)}</div>;
  if (names) {
    return (
      <th {...AS.rowheader} scope="row">
        {content}
      </th>
    );
  }
  const kind = isActions ? 'actions' : isWide ? 'wide' : isNumber ? 'number' : undefined;
  return (
    <td {...AS.cell} data-head={isActions ? undefined : head} data-kind={kind}>
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
      <input type="checkbox" aria-label={`Select ${nameOf(row)}`} checked={picked.has(row.id)} onChange={toggle} />
    </label>
  );
}

function PickAll<R extends { id: string }>({ rows, picked, onPick }: Picking<R> & { rows: readonly R[] }) {
  const isAll = rows.length > 0 && rows.every(({ id }) => picked.has(id));
  return (
    <label className={s.box}>
      <input
        type="checkbox"
        aria-label="Select all shown"
        checked={isAll}
        onChange={() => onPick(new Set(isAll ? [] : rows.map(({ id }) => id)))}
      />
    </label>
  );
}
