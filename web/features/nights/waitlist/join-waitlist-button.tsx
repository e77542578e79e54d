import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import type { WaitlistEvent } from './join-waitlist-dialog.client.tsx';
import { useIsWaiting } from './use-is-waiting.ts';

const load = () => import('./join-waitlist-dialog.client.tsx').then((module) => module.JoinWaitlistDialog);

/**
 * Opens the waitlist's form. A person who is on the waitlist sees no button: it says so instead, or with `quiet`
 * nothing, because the page says so elsewhere. The dialog that was open stays open.
 */
export function JoinWaitlistButton({
  event,
  primary,
  label = 'Join Waitlist',
  quiet,
}: {
  event: WaitlistEvent;
  primary?: boolean;
  label?: 'Join Waitlist' | 'Tell me';
  quiet?: boolean;
}) {
  const isWaiting = useIsWaiting(event.id);
  return (
    <>
      {isWaiting && !quiet && <span className="muted">You’re on the waitlist</span>}
      <DialogButton className={primary ? 'button primary' : 'button'} load={load} pass={{ event }} hidden={isWaiting}>
        {label}
        <span className="sr">
          {label === 'Tell me' ? ' when there are tickets for ' : ' for '}
          {event.title}
        </span>
      </DialogButton>
    </>
  );
}
