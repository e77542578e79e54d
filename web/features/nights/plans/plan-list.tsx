import { Link } from '@tanstack/react-router';
import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import { displayCity } from '../../../../worker/contract/nights/places.ts';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { listPassId } from '../../../common/list-pass.ts';
import { Badge } from '../../../ui/badge.tsx';
import { planStates } from './plan-states.ts';
import s from './plans.module.css';
import type { Plan } from './plans.queries.ts';
import { SaveButton } from './save-button.tsx';
import '../../../common/stub.css';

export function PlanList({ plans, now }: { plans: readonly Plan[]; now: Date }) {
  return (
    <ul className={s.list}>
      {plans.map((plan) => (
        <PlanItem key={plan.id} plan={plan} now={now} />
      ))}
    </ul>
  );
}

function PlanItem({ plan, now }: { plan: Plan; now: Date }) {
  const switches = useSwitches();
  const at = plan.start_at === null ? null : eventDateParts(plan.start_at);
  const states = planStates(plan, now);
  const isInMyTickets = plan.requests.length > 0 || plan.from_friends > 0;
  return (
    <li className={s.plan}>
      {at && (
        <time dateTime={plan.start_at ?? undefined} className="leaf">
          <span>{at.weekday.slice(0, 3)}</span>
          <b>{at.day}</b>
          <span>{at.month.slice(0, 3)}</span>
        </time>
      )}
      <div className={s.about}>
        <h3>
          {plan.is_public && plan.slug !== null ? (
            <Link to="/events/$slug" params={{ slug: plan.slug }}>
              {plan.title}
            </Link>
          ) : (
            plan.title
          )}
        </h3>
        {at && plan.venue && (
          <p className="muted">
            {at.time}, {plan.venue.name}, {displayCity(plan.venue.city)}
          </p>
        )}
        {states.length > 0 && (
          <ul className={s.states} aria-label={`Your status at ${plan.title}`}>
            {states.map(({ word, tone, next }) => (
              <li key={word}>
                <Badge tone={tone}>{word}</Badge>
                {next && <span>{next}</span>}
              </li>
            ))}
          </ul>
        )}
        <p className="row">
          {plan.offer_id && (
            <Link to="/offers/$offerId" params={{ offerId: plan.offer_id }} className="button primary">
              See the offer
            </Link>
          )}
          {switches?.squads && plan.waitlist === 'accepted' && (
            <Link to="/pass/$requestId" params={{ requestId: listPassId(plan.id) }} className="button primary">
              Show your pass<span className="sr"> for {plan.title}</span>
            </Link>
          )}
          {(plan.is_public || plan.is_saved) && <SaveButton event={plan} />}
          {isInMyTickets && (
            <Link to="/my-tickets" className="button">
              See it in My tickets
            </Link>
          )}
        </p>
      </div>
    </li>
  );
}
