import { useParams, useRouteContext } from '@tanstack/react-router';
import { ChatPanel } from '../features/chat/chat-panel.tsx';
import { useRoom } from '../features/chat/use-room.ts';
import { eventQuery } from '../features/events/events.queries.ts';
import { useFreshListings } from '../features/events/use-fresh-listings.ts';

/** The living half of an event's page, fetched once the page rests: its chat, and word of every change of its listings. */
export function EventLive() {
  const { api } = useRouteContext({ from: '__root__' });
  const { slug } = useParams({ from: '/events/$slug' });
  const listingsChanged = useFreshListings(eventQuery(api, slug).queryKey);
  const { room, state } = useRoom({ slug, listingsChanged });
  return <ChatPanel room={room} state={state} slug={slug} />;
}
