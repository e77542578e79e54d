import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { Badge } from '../../../ui/badge.tsx';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { listPassId } from '../../../common/list-pass.ts';
import { useApi } from '../../../use-api.ts';
import { WantedLine } from '../wanted/wanted-line.tsx';
import { mayCancel } from '../payments/group-words.ts';
import { isPayable, PayButton, TimeToPay } from '../payments/pay-button.tsx';
import { standingOf } from '../payments/payment-words.ts';
import { PlaceLine } from '../offers/place-line.tsx';
import { priceOfRequest } from '../payments/request-price.ts';
import { myEventQuery } from '../buying/my-event.queries.ts';
import s from './own-state.module.css';
import { RequestActionDialog } from './request-action-dialog.tsx';
import type { MyRequest } from '../resale/resale.queries.ts';
import { useCurrentTime } from '../resale/use-current-time.ts';

export function OwnState({ user_id, event }: { user_id: string; event: { id: string; start_at: string } }) {
  const event_id = event.id;
  const api = useApi();
  const { data: mine } = useQuery(myEventQuery(api, { user_id, event_id }));
  const switches = useSwitches();
  const [cancelled, setCancelled] = useState<MyRequest>();
  const now = useCurrentTime();
  if (!mine) return null;
  const { requests, selling, waitlist } = mine;
  if (requests.length === 0 && !selling && !waitlist && !mine.may_manage) return null;
  return (
    <section className={s.state} aria-label="You and this night">
      {requests.map((request) => {
        const { word, tone, next } = standingOf(request, now);
        return (
          <div key={request.id} className={s.one}>
            <Badge tone={tone}>{word}</Badge>
            <p>
              <b>{priceOfRequest(request).summary}</b> from {request.other.display_name ?? 'A student'}. {next}
            </p>
            {isPayable(request, now) && (
              <>
                <TimeToPay until={request.payment!.pay_until!} />
                <PayButton request={request} />
              </>
            )}
            {mayCancel(request) && (
              <button type="button" className="button" onClick={() => setCancelled(request)}>
                Cancel<span className="sr"> your request</span>
              </button>
            )}
          </div>
        );
      })}
      {selling && (
        <div className={s.one}>
          <Badge tone="good">Selling</Badge>
          <p>
            <b>You’re selling {ticketCount(selling.quantity + selling.held)} here.</b>
            {selling.held > 0 && ` ${selling.held} held for requests.`}
          </p>
        </div>
      )}
      {waitlist && (
        <div className={s.one}>
          <Badge tone={waitlist === 'accepted' ? 'good' : 'plain'}>Waitlist</Badge>
          <p>
            {waitlist === 'accepted' ? (
              <>
                <b>You’re in: your name is on the list at the door.</b> Bring an ID.{' '}
                {switches?.squads && (
                  <Link to="/pass/$requestId" params={{ requestId: listPassId(event_id) }} className="button primary">
                    Show your pass
                  </Link>
                )}
              </>
            ) : waitlist === 'unconfirmed' ? (
              <>
                <b>Confirm your place:</b> press the button in our email.{' '}
                <PlaceLine user_id={user_id} event_id={event_id} />
              </>
            ) : (
              <>
                <b>You are on the waitlist.</b>{' '}
                {switches?.push ? (
                  <PlaceLine user_id={user_id} event_id={event_id} />
                ) : (
                  'We’ll email you when you’re in.'
                )}
              </>
            )}
          </p>
          {waitlist === 'pending' && switches?.squads && switches.push && (
            <WantedLine user_id={user_id} event={event} />
          )}
        </div>
      )}
      {(requests.length > 0 || selling) && switches?.['my-tickets'] && (
        <p className={s.one}>
          <Link to="/my-tickets">See it in My tickets</Link>
        </p>
      )}
      {mine.may_manage && (
        <p className={s.one}>
          <Link to="/admin/events/$id" params={{ id: event_id }}>
            Manage this night
          </Link>
        </p>
      )}
      {cancelled && <RequestActionDialog request={cancelled} to="cancel" onClose={() => setCancelled(undefined)} />}
    </section>
  );
}
