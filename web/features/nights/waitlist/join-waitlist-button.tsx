import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import type { WaitlistEvent } from './join-waitlist-dialog.client.tsx';

const load = () => import('./join-waitlist-dialog.client.tsx').then((module) => module.JoinWaitlistDialog);

export function JoinWaitlistButton({
  event,
  primary,
  label = 'Join Waitlist',
}: {
  event: WaitlistEvent;
  primary?: boolean;
  label?: 'Join Waitlist' | 'Tell me';
}) {
  return (
    <DialogButton className={primary ? 'button primary' : 'button'} load={load} pass={{ event }}>
      {label}
      <span className="sr">
        {label === 'Tell me' ? ' when there are tickets for ' : ' for '}
        {event.title}
      </span>
    </DialogButton>
  );
}
