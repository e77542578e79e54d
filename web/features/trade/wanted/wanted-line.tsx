import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { useApi } from '../../../use-api.ts';
import { placeQuery } from '../offers/offers.queries.ts';
import { useCurrentTime } from '../resale/use-current-time.ts';
import { lookingFor } from './wanted-words.ts';

const load = () => import('./wanted-dialog.tsx').then((module) => module.WantedDialog);

export function WantedLine({ user_id, event }: { user_id: string; event: { id: string; start_at: string } }) {
  const api = useApi();
  const { data } = useQuery(placeQuery(api, { user_id, event_id: event.id }));
  const now = useCurrentTime();
  const waiting = data?.waiting;
  if (!waiting || waiting.place === null || Date.parse(event.start_at) <= now.getTime()) return null;
  const { wanted, places } = waiting;
  if (wanted) {
    return (
      <p>
        You’re looking for {lookingFor({ places, ...wanted }, now)}.{' '}
        <Link to="/wanted/$id" params={{ id: wanted.id }}>
          Share the link
        </Link>
      </p>
    );
  }
  return (
    <DialogButton className="button" load={load} pass={{ event, place: waiting }}>
      Ask people for tickets
    </DialogButton>
  );
}
