import { useQuery, useQueryClient } from '@tanstack/react-query';
import { launchQuery } from '../../../common/launch/launch.queries.ts';
import { sessionKnown, sessionNow, useSession } from '../../../session/session.ts';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { useApi } from '../../../use-api.ts';
import type { WaitlistEvent } from './join-waitlist-dialog.client.tsx';
import { useIsWaiting } from './use-is-waiting.ts';

const load = () => import('./join-waitlist-dialog.client.tsx').then((module) => module.JoinWaitlistDialog);

/**
 * Opens the form of the waitlist. A signed-in person who has filled in the form before joins with one tap instead. Once
 * a person has joined, the buttons are hidden, but an open dialog stays. `quiet` is for a page that says elsewhere that
 * the person is on the waitlist, so the note about it is left out here. While the launch switch `handover` is on,
 * `quiet` also adds a button for signed-in people who want two or more places.
 */
export function JoinWaitlistButton({
  event,
  primary,
  label = 'Join Waitlist',
  quiet,
  places = 1,
}: {
  event: WaitlistEvent;
  primary?: boolean;
  label?: string;
  quiet?: boolean;
  /** How many places to ask for. The person gets all of them or none, and can change the number in the form. */
  places?: number;
}) {
  const isWaiting = useIsWaiting(event.id);
  const api = useApi();
  const queryClient = useQueryClient();
  const isSignedIn = useSession().status === 'signed_in';
  const { data: switches } = useQuery({ ...launchQuery(api), enabled: isSignedIn });
  const instead = async () => {
    await sessionKnown();
    if (sessionNow().status !== 'signed_in') return false;
    const { joinAgain } = await import('./join-again.client.ts');
    const isJoined = await joinAgain(api, { event_id: event.id, places });
    if (isJoined) await queryClient.invalidateQueries({ queryKey: ['mine'] });
    return isJoined;
  };
  return (
    <>
      {isWaiting && !quiet && <span className="muted">You’re on the waitlist</span>}
      <DialogButton
        className={primary ? 'button primary' : 'button'}
        load={load}
        pass={{ event, places }}
        hidden={isWaiting}
        instead={instead}
      >
        {label}
        <span className="sr">
          {label === 'Tell me' ? ' when there are tickets for ' : ' for '}
          {event.title}
        </span>
      </DialogButton>
      {quiet && isSignedIn && switches?.handover && (
        <DialogButton className="button" load={load} pass={{ event }} hidden={isWaiting}>
          For 2 or more
        </DialogButton>
      )}
    </>
  );
}
