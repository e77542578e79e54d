import type { SquadMate, SquadView } from '../../../../worker/contract/trade/squads.ts';
import { Badge } from '../../../ui/badge.tsx';
import s from './squads.module.css';

/** With `onFree`, a captain can free the place of a friend whose card is missing. */
export function SquadMates({
  squad: { mates, places, joined, state, home_until },
  onFree,
  isBusy,
}: {
  squad: SquadView;
  onFree?: (mate: SquadMate) => void;
  isBusy: boolean;
}) {
  const free = state === 'gathering' ? places - joined : 0;
  if (mates.length === 0) return null;
  return (
    <ul className={s.mates}>
      {mates.map((mate) => (
        <li key={mate.id}>
          <span>
            <bdi>{mate.name}</bdi>
            <small> {[mate.is_captain && 'captain', mate.is_you && 'you'].filter(Boolean).join(', ')}</small>
          </span>
          <span className={s.side}>
            {onFree && !mate.is_authorized && !mate.is_you && (
              <button type="button" className="button" disabled={isBusy} onClick={() => onFree(mate)}>
                Free the place<span className="sr"> of {mate.name}</span>
              </button>
            )}
            {home_until === null ? (
              <Badge tone={mate.is_authorized ? 'good' : 'live'}>
                {state === 'in' ? 'has a ticket' : mate.is_authorized ? 'card authorized' : 'card missing'}
              </Badge>
            ) : (
              <Badge tone={mate.is_home ? 'good' : 'plain'}>{mate.is_home ? 'got home' : 'no answer yet'}</Badge>
            )}
          </span>
        </li>
      ))}
      {free > 0 && (
        <li>
          <span className="muted">{free === 1 ? '1 free place' : `${free} free places`}</span>
        </li>
      )}
    </ul>
  );
}
