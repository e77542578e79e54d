import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { MOST_HELD } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { wholeDollars } from '../../../../worker/contract/trade/whole-dollars.ts';
import { useSession } from '../../../session/session.ts';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { areFeesIncluded } from '../events/fees-included.ts';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { JOINED, JOINED_BY_VISITOR } from './joined-words.ts';
import { sendForm } from './form-outbox.ts';
import { PersonFormDialog, type PersonFormTexts } from './person-form-dialog.tsx';
import s from './person-form-dialog.module.css';

export interface WaitlistEvent {
  id: string;
  title: string;
  ticket_price: number | null;
}

/** In dollars. Shown for an event without a price, but never charged (docs/decisions/trade/0026-prices.md). */
const FALLBACK_PRICE = 170;

const TEXTS: PersonFormTexts = {
  title: 'Join the Waitlist',
  submit: 'Join Waitlist',
  success: JOINED_BY_VISITOR,
  failure: 'Failed to submit waitlist request. Please try again.',
};

/** While payments are on, this price is called the face value, because the prices of tickets on sale include fees. */
function priceOf(event: WaitlistEvent): string | null {
  if (!areFeesIncluded(event)) return `Ticket price: ${wholeDollars(event.ticket_price ?? FALLBACK_PRICE)}`;
  return event.ticket_price === null ? null : `Face value: ${wholeDollars(event.ticket_price)}, before fees`;
}

export function JoinWaitlistDialog({
  event,
  places: asked = 1,
  onClose,
}: {
  event: WaitlistEvent;
  places?: number;
  onClose: () => void;
}) {
  const { api, queryClient } = useRouteContext({ from: '__root__' });
  const switches = useSwitches();
  const isSignedIn = useSession().status === 'signed_in';
  const [places, setPlaces] = useState(asked);
  return (
    <PersonFormDialog
      form={`waitlist.${event.id}`}
      texts={isSignedIn ? { ...TEXTS, success: JOINED } : TEXTS}
      intro={
        <>
          <p className={s.event}>
            <b>{event.title}</b>
            <span className="muted">{priceOf(event)}</span>
          </p>
          {switches?.handover && (
            <SelectField
              label="Places, all or none"
              value={places}
              onChange={({ target }) => setPlaces(Number(target.value))}
            >
              {Array.from({ length: MOST_HELD }, (_, at) => (
                <option key={at} value={at + 1}>
                  {at === 0 ? 'Just me' : `${at + 1} together`}
                </option>
              ))}
            </SelectField>
          )}
        </>
      }
      send={async (person) => {
        await sendForm(api, { to: 'waitlist', form: { ...person, event_id: event.id, places } });
        // A signed-in person then sees that they are on the waitlist.
        void queryClient.invalidateQueries({ queryKey: ['mine'] });
      }}
      onClose={onClose}
    />
  );
}
