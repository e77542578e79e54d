import { Stamp } from '../../../ui/stamp.tsx';
import s from './chat-people.module.css';
import { nameOf, type Writer } from './mention-text.ts';
import { clockOf } from './room/room-rows.ts';

export const optionId = (listId: string, { user_id }: Writer) => `${listId}-${user_id}`;

/** The people that a typed name can mean. The focus stays in the text field. */
export function MentionList({
  listId,
  options,
  at,
  onTake,
}: {
  listId: string;
  options: readonly Writer[];
  at: number;
  onTake: (person: Writer) => void;
}) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot belong to a text field, and a
          datalist cannot show a `Stamp` */}
      <div id={listId} className={s.people} role="listbox" tabIndex={-1} aria-label="People in this chat">
        {options.map((person, place) => (
          <button
            type="button"
            key={person.user_id}
            id={optionId(listId, person)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is in a listbox, not in a select
            role="option"
            aria-selected={place === at}
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(person)}
          >
            <b dir="auto">{nameOf(person)}</b>
            {person.is_verified && <Stamp>Verified</Stamp>}
            <span className="muted">wrote at {clockOf(person.at)}</span>
          </button>
        ))}
      </div>
      <output className="sr">
        {options.length} {options.length === 1 ? 'person' : 'people'}. Use the arrow keys to choose and Enter to pick.
      </output>
    </>
  );
}
