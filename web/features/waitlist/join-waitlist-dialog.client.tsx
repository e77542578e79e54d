import { useRouteContext } from '@tanstack/react-router';
import { deliver } from './outbox.ts';
import { PersonDialog, type PersonDialogTexts } from './person-form.tsx';
import s from './person-form.module.css';

/** What the dialog needs to know of an event. */
export interface WaitlistEvent {
  id: string;
  title: string;
  ticket_price: number | null;
}

/** Dollars. Shown, but never charged, for an event without a price (docs/decisions/0004-missing-prices.md). */
const FALLBACK_PRICE = 170;

const TEXTS: PersonDialogTexts = {
  title: 'Join the Waitlist',
  submit: 'Join Waitlist',
  success: {
    title: 'Waitlist Request Submitted',
    text: "Your request is under review. You'll be notified if you're accepted.",
  },
  failure: 'Failed to submit waitlist request. Please try again.',
};

/** Joins the waitlist of a night. */
export function JoinWaitlistDialog({ event, onClose }: { event: WaitlistEvent; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' });
  return (
    <PersonDialog
      form={`waitlist.${event.id}`}
      texts={TEXTS}
      intro={
        <p className={s.event}>
          <b>{event.title}</b>
          <span className="muted">Ticket price: ${Math.round(event.ticket_price ?? FALLBACK_PRICE)}</span>
        </p>
      }
      send={(person) => deliver(api, { to: 'waitlist', form: { ...person, event_id: event.id } })}
      onClose={onClose}
    />
  );
}
