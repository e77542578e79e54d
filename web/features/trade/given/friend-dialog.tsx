import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import s from './given.module.css';

/** `id` is the id of the vouch between the buyer and the friend. */
export interface Friend {
  id: string;
  name: string;
}

/** `onPick` gets undefined if the buyer wants a link instead of a friend from the list. */
export function FriendDialog({
  position,
  friends,
  isBusy,
  onPick,
  onClose,
}: {
  position: number;
  friends: readonly Friend[];
  isBusy: boolean;
  onPick: (friend: Friend | undefined) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={`Who gets ticket ${position}?`} locked={isBusy} onClose={onClose}>
      <ul className={s.friends}>
        {friends.map((friend) => (
          <li key={friend.id}>
            <button type="button" className="button" disabled={isBusy} onClick={() => onPick(friend)}>
              <bdi>{friend.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button" disabled={isBusy} onClick={() => onPick(undefined)}>
        Somebody else, by a link
      </button>
    </Dialog>
  );
}
