import { useParams, useRouteContext } from '@tanstack/react-router';
import { ChatPanel } from '../../features/talk/chat/chat-panel.tsx';
import { useRoom } from '../../features/talk/chat/room/use-room.ts';
import { useCountedView } from '../../features/nights/events/use-counted-view.ts';
import { eventQuery } from '../../features/nights/events/events.queries.ts';
import { useFreshListings } from '../../features/nights/events/use-fresh-listings.ts';

/** The live part of an event's page, fetched once the page has loaded: the chat, and changes of listings. */
export function EventLive() {
  const { api } = useRouteContext({ from: '__root__' });
  const { slug } = useParams({ from: '/events/$slug' });
  useCountedView(api, slug);
  const listingsChanged = useFreshListings(eventQuery(api, slug).queryKey);
  const { room, state } = useRoom({ slug, listingsChanged });
  return <ChatPanel room={room} state={state} slug={slug} />;
}
