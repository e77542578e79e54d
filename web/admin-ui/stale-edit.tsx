import type { Versions } from '../../worker/contract/error-codes.ts';
import s from './admin.module.css';
import { textOf } from './text-of.ts';

const plain = (_field: string, value: unknown) => textOf(value);

export function differences({ theirs, yours }: Versions): { field: string; theirs: unknown; yours: unknown }[] {
  const stored = (theirs ?? {}) as Record<string, unknown>;
  return Object.entries(yours)
    .filter(([field, value]) => textOf(stored[field]) !== textOf(value))
    .map(([field, value]) => ({ field, theirs: stored[field], yours: value }));
}

/** Shows both versions of something that two people edited at once, and asks which one to keep. */
export function StaleEdit({
  versions,
  show = plain,
  onTakeTheirs,
  onSaveMine,
}: {
  versions: Versions;
  show?: (field: string, value: unknown) => string;
  onTakeTheirs: () => void;
  onSaveMine: () => void;
}) {
  const rows = differences(versions);
  return (
    <div className={s.versions} role="alert">
      <p>
        <b>Someone saved this since you opened it.</b>
      </p>
      {versions.theirs === null ? (
        <p>It was deleted in the meantime.</p>
      ) : (
        rows.length > 0 && (
          <table>
            <caption className="sr">Both versions</caption>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Saved now</th>
                <th scope="col">Yours</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ field, theirs, yours }) => (
                <tr key={field}>
                  <th scope="row">{labelOf(field)}</th>
                  <td>{show(field, theirs) || '—'}</td>
                  <td>{show(field, yours) || '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      )}
      <p className={s.row}>
        <button type="button" className="button" onClick={onTakeTheirs}>
          Take the saved version
        </button>
        {versions.theirs !== null && (
          <button type="button" className="button" onClick={onSaveMine}>
            Save mine over it
          </button>
        )}
      </p>
    </div>
  );
}

/** Turns a field's name into a label: `start_at` into "Start at", `ticket_price_cents` into "Ticket price". */
export function labelOf(field: string): string {
  const words = field.replace(/_(cents|id|url|pct)$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
