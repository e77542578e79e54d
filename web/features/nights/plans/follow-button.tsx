import { useMark } from './use-mark.ts';

export function FollowButton({ venue, isQuiet = false }: { venue: { id: string; name: string }; isQuiet?: boolean }) {
  const { isMarked, toggle } = useMark('venue', venue.id);
  return (
    <button type="button" className={isMarked || isQuiet ? 'button' : 'button primary'} onClick={toggle}>
      {isMarked ? 'Following' : 'Follow'}
      <span className="sr">{isMarked ? ` (stop following ${venue.name})` : ` ${venue.name}`}</span>
    </button>
  );
}
