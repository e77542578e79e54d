import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { BAR_KEY, launchQuery } from '../../common/launch/launch.queries.ts';
import { ChatPanel } from '../../features/talk/chat/chat-panel.tsx';
import { useRoom } from '../../features/talk/chat/room/use-room.ts';
import { useCountedView } from '../../features/nights/events/use-counted-view.ts';
import { eventQuery } from '../../features/nights/events/events.queries.ts';
import { useFreshListings } from '../../features/nights/events/use-fresh-listings.ts';
import { goingQuery } from '../../features/nights/going/going.queries.ts';
import { useUserId } from '../../session/session.ts';
import { useApi } from '../../use-api.ts';

const NOBODY: readonly string[] = [];

export function EventLive() {
  const api = useApi();
  const { slug } = useParams({ from: '/events/$slug' });
  useCountedView(api, slug);
  const listingsChanged = useFreshListings(eventQuery(api, slug).queryKey);
  const { room, state } = useRoom({ slug, listingsChanged });
  return <ChatPanel room={room} state={state} slug={slug} going_ids={useFriendsWhoWrote(slug)} />;
}

/** Uses the same query as the friends list. */
function useFriendsWhoWrote(slug: string): readonly string[] {
  const api = useApi();
  const user_id = useUserId();
  const { data: early } = useQuery({ ...launchQuery(api), queryKey: BAR_KEY, enabled: false });
  const { data: event } = useQuery(eventQuery(api, slug));
  const { data: going } = useQuery({
    ...goingQuery(api, { user_id, event_id: event?.id ?? '' }),
    enabled: user_id !== null && event !== undefined && early?.going === true,
  });
  return going?.writer_ids ?? NOBODY;
}
