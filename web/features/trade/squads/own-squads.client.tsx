import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import type { SquadView } from '../../../../worker/contract/trade/squads.ts';
import { useUserId } from '../../../session/session.ts';
import { useApi } from '../../../use-api.ts';
import { EventRow } from '../on-sale/event-row.tsx';
import s from '../resale/resale.module.css';
import { useCurrentTime } from '../resale/use-current-time.ts';
import { countText, homeText, isHome } from './squad-words.ts';
import { ownSquadsQuery, shownSquads } from './squads.queries.ts';

export function OwnSquads() {
  const api = useApi();
  const user_id = useUserId() ?? '';
  const { data } = useQuery(ownSquadsQuery(api, user_id));
  const now = useCurrentTime();
  const squads = shownSquads(data ?? []);
  if (squads.length === 0) return null;
  return (
    <section className={s.part} aria-labelledby="squads">
      <h2 id="squads">Your squads</h2>
      <ul className={s.list}>
        {squads.map((squad) => (
          <EventRow key={squad.id} event={eventOf(squad)} now={now.getTime()}>
            <p>{lineOf(squad, now)}</p>
            <Link to="/squad/$id" params={{ id: squad.id }} className="button primary">
              See the squad<span className="sr"> for {squad.event.title}</span>
            </Link>
          </EventRow>
        ))}
      </ul>
    </section>
  );
}

const eventOf = ({ event }: SquadView) => ({ ...event, venue: { name: event.venue, city: event.city } });

function lineOf(squad: SquadView, now: Date): string {
  if (squad.home_until !== null) return `${isHome(squad) ? '' : 'Got home? '}${homeText(squad)}`;
  if (squad.state === 'ended') return 'Ended, nobody has a ticket';
  if (squad.state === 'asking')
    return squad.answer_by === null
      ? 'Cards are being charged'
      : `Sellers answer by ${untilWhen(squad.answer_by, now)}`;
  return `${countText(squad)}, until ${untilWhen(squad.pay_by, now)}`;
}
