import { Link } from '@tanstack/react-router';
import { HOUR } from '../../../../worker/contract/time/durations.ts';
import { useApi } from '../../../use-api.ts';
import { useRoom } from '../../talk/chat/room/use-room.ts';
import { useFreshListings } from '../../nights/events/use-fresh-listings.ts';
import { tonightQuery } from './live.queries.ts';

export function LiveChat({ slug, title }: { slug: string; title: string }) {
  const api = useApi();
  const listingsChanged = useFreshListings(tonightQuery(api).queryKey);
  const { state } = useRoom({ slug, listingsChanged });
  if (!state.isLoaded) return null;
  const recent = state.messages.filter(({ created_at }) => state.at - Date.parse(created_at) < HOUR).length;
  return (
    <p>
      <Link to="/events/$slug" params={{ slug }} hash="chat">
        {recent === 0
          ? 'Open the chat'
          : recent === 1
            ? '1 chat message in the last hour'
            : `${recent} chat messages in the last hour`}
        <span className="sr"> of {title}</span>
      </Link>
    </p>
  );
}
