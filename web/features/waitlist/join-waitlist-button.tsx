import { DialogButton } from '../../ui/dialog-button.tsx';
import { notAtEdge } from '../../ui/not-at-edge.ts';

/** What the waitlist dialog needs to know of a night. */
export interface WaitlistEvent {
  id: string;
  title: string;
  ticket_price: number | null;
}

const load = import.meta.env.SSR ? notAtEdge : () => import('./join-waitlist-dialog.tsx').then((module) => module.JoinWaitlistDialog);

/** Opens the waitlist dialog of a night. */
export function JoinWaitlistButton({ event, primary }: { event: WaitlistEvent; primary?: boolean }) {
  return (
    <DialogButton className={primary ? 'button primary' : 'button'} load={load} pass={{ event }}>
      Join Waitlist<span className="sr"> for {event.title}</span>
    </DialogButton>
  );
}
