import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '../../../../use-api.ts';
import { keepAwake, openRoom } from './browser-room.ts';
import type { LiveRoom } from './live-room.ts';
import type { RoomState } from './room-types.ts';

/**
 * Returns the chat room of an event, connected while the calling component is mounted. For another event, give the
 * component another `key`, so that React mounts it anew.
 */
export function useRoom({ slug, listingsChanged }: { slug: string; listingsChanged: () => void }): {
  room: LiveRoom;
  state: RoomState;
} {
  const api = useApi();
  const [room] = useState(() => openRoom({ api, slug, listingsChanged }));
  useEffect(() => keepAwake(room), [room]);
  return { room, state: useSyncExternalStore(room.subscribe, room.state, room.state) };
}
