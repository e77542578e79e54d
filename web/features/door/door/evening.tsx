import { countByQuarter } from '../../../../worker/contract/door/door.ts';
import { type DoorEntry, type DoorPlace, entriesOf } from '../../../../worker/contract/door/judge-pass.ts';
import { MINUTE } from '../../../../worker/contract/time/durations.ts';
import { DayPlot } from '../../../common/plots/day-plot.tsx';
import { clock } from './door-words.ts';
import s from './door.module.css';

const QUARTER_MS = 15 * MINUTE;
/** The plot shows at least eight quarter hours, so that the first bars are not too wide. */
const SHORTEST = 8;

function quartersOf(entries: readonly DoorEntry[]): { at: string; people: number }[] {
  const quarters = countByQuarter(entries);
  const first = Date.parse(quarters[0]?.at ?? '');
  if (Number.isNaN(first)) return [];
  const rest = Math.max(0, SHORTEST - quarters.length);
  const empty = Array.from({ length: rest }, (_, at) => new Date(first - (rest - at) * QUARTER_MS).toISOString());
  return [...empty.map((at) => ({ at, people: 0 })), ...quarters];
}

export const insideOf = (entries: readonly DoorEntry[]) => entries.filter(({ seat }) => seat !== null).length;

export const expectedOf = (places: readonly DoorPlace[]) =>
  places.reduce((sum, each) => sum + (each.void ? 0 : each.places), 0);

export function Evening({ entries }: { entries: readonly DoorEntry[] }) {
  const quarters = quartersOf(entries);
  if (quarters.length === 0) return null;
  return (
    <section className={s.part} aria-labelledby="evening">
      <h3 id="evening">The evening</h3>
      <DayPlot
        key={quarters.length}
        title="People let in per quarter hour"
        days={quarters.map(({ at }) => at)}
        counts={quarters.map(({ people }) => people)}
        name={clock}
      />
    </section>
  );
}

export function Conflicts({ places, entries }: { places: readonly DoorPlace[]; entries: readonly DoorEntry[] }) {
  const conflicts = entries.filter(({ seat, undone }) => seat === null && !undone);
  if (conflicts.length === 0) return null;
  const names = new Map(places.map(({ place, name }) => [place, name]));
  return (
    <section className={s.part} aria-labelledby="conflicts">
      <h3 id="conflicts">Let in twice</h3>
      <p>A second door let these people in. It didn’t know yet that they were in. The earlier entry counts.</p>
      <ul className={s.people}>
        {conflicts.map((entry) => {
          const [first] = entriesOf(entry.place, entries);
          return (
            <li key={entry.nonce}>
              <span>
                <b>{names.get(entry.place) ?? 'Somebody'}</b>: {clock(entry.at)} at door {entry.door}
                {first && `, after ${clock(first.at)} at door ${first.door}`}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const LAST = 6;

export function LastEntries({
  places,
  entries,
  onUndo,
}: {
  places: readonly DoorPlace[];
  entries: readonly DoorEntry[];
  onUndo: (nonce: string) => void;
}) {
  const last = entries
    .filter(({ seat }) => seat !== null)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, LAST);
  if (last.length === 0) return null;
  const names = new Map(places.map(({ place, name }) => [place, name]));
  return (
    <section className={s.part} aria-labelledby="last">
      <h3 id="last">Let in last</h3>
      <ul className={s.people}>
        {last.map(({ nonce, place, at, door }) => (
          <li key={nonce}>
            <span>
              <b>{names.get(place) ?? 'Somebody'}</b>{' '}
              <span className="muted">
                {clock(at)}, door {door}
              </span>
            </span>
            <button type="button" className="button" onClick={() => onUndo(nonce)}>
              Undo<span className="sr"> the entry of {names.get(place) ?? 'somebody'}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
