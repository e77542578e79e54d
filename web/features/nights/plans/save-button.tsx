import s from './save-button.module.css';
import { useMark } from './use-mark.ts';

interface SavedEvent {
  id: string;
  title: string;
}

function Heart() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d="M10 17 3.2 10.1a4.2 4.2 0 0 1 6-6l.8.9.8-.9a4.2 4.2 0 0 1 6 6z" />
    </svg>
  );
}

export function SaveButton({ event }: { event: SavedEvent }) {
  const { isMarked, toggle } = useMark('event', event.id);
  return (
    <button type="button" className={`button ${s.save}`} data-marked={isMarked} onClick={toggle}>
      <Heart />
      {isMarked ? 'Saved' : 'Save'}
      <span className="sr">{isMarked ? ` (remove ${event.title})` : ` ${event.title}`}</span>
    </button>
  );
}

export function SaveHeart({ event }: { event: SavedEvent }) {
  const { isMarked, toggle } = useMark('event', event.id);
  return (
    <button
      type="button"
      className={`button ${s.save} ${s.onCard}`}
      data-marked={isMarked}
      aria-pressed={isMarked}
      onClick={toggle}
    >
      <Heart />
      <span className="sr">Save {event.title}</span>
    </button>
  );
}
