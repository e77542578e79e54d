import { useState } from 'react';
import { type DoorEntry, type DoorPlace, entriesOf } from '../../../../worker/contract/door/judge-pass.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { clock } from './door-words.ts';
import s from './door.module.css';

const MOST = 30;

export function GuestSearch({
  places,
  entries,
  onLetIn,
}: {
  places: readonly DoorPlace[];
  entries: readonly DoorEntry[];
  onLetIn: (place: DoorPlace, count: number) => void;
}) {
  const [asked, setAsked] = useState('');
  const words = asked.trim().toLowerCase();
  const found = places
    .filter(({ name }) => name.toLowerCase().includes(words))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <div className={s.part}>
      <Field
        label="Name"
        type="search"
        autoComplete="off"
        value={asked}
        onChange={({ target }) => setAsked(target.value)}
      />
      {found.length === 0 && <p>{words ? 'Nobody with this name is on the list.' : 'Nobody is on the list yet.'}</p>}
      <ul className={s.people}>
        {found.slice(0, MOST).map((place) => (
          <Guest key={place.place} place={place} inside={entriesOf(place.place, entries)} onLetIn={onLetIn} />
        ))}
      </ul>
      {found.length > MOST && <p className="muted">{found.length - MOST} more. Type more of the name.</p>}
    </div>
  );
}

function Guest({
  place,
  inside,
  onLetIn,
}: {
  place: DoorPlace;
  inside: readonly DoorEntry[];
  onLetIn: (place: DoorPlace, count: number) => void;
}) {
  const left = place.places - inside.length;
  const ticket =
    place.of && place.of > 1 ? `ticket ${place.position} of ${place.of}` : place.of ? 'ticket' : 'guest list';
  return (
    <li>
      <span>
        <b>{place.name}</b>{' '}
        <span className="muted">{place.places > 1 ? `${inside.length} of ${place.places} are in` : ticket}</span>
        {place.void && <Badge tone="bad">Void</Badge>}
        {left <= 0 && inside[0] && <span className="muted">, in since {clock(inside[0].at)}</span>}
      </span>
      {left > 0 && !place.void && (
        <span className={s.buttons}>
          <button type="button" className="button" onClick={() => onLetIn(place, 1)}>
            Let in
            <span className="sr">
              {' '}
              {place.name}
              {place.of !== null && place.of > 1 && `, ${ticket}`}
            </span>
          </button>
          {left > 1 && (
            <button type="button" className="button" onClick={() => onLetIn(place, left)}>
              All {left}
              <span className="sr"> of {place.name}</span>
            </button>
          )}
        </span>
      )}
    </li>
  );
}
