import { DialogButton } from '../../ui/dialog-button.tsx';
import type { WaitlistEvent } from './join-waitlist-dialog.client.tsx';

const load = () => import('./join-waitlist-dialog.client.tsx').then((module) => module.JoinWaitlistDialog);

/** Opens the waitlist dialog of an event. */
export function JoinWaitlistButton({ event, primary }: { event: WaitlistEvent; primary?: boolean }) {
  return (
    <DialogButton className={primary ? 'button primary' : 'button'} load={load} pass={{ event }}>
      Join Waitlist<span className="sr"> for {event.title}</span>
    </DialogButton>
  );
}
