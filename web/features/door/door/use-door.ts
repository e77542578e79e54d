import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '../../../use-api.ts';
import { type DoorBook, type DoorState, openDoorBook } from './door-book.ts';

/** How often a door without unsent scans syncs, in ms. */
const READ_MS = 30_000;
/** How often a door with unsent scans syncs, in ms. */
const SEND_MS = 5000;

export function useDoor(slug: string): { book: DoorBook; state: DoorState } {
  const api = useApi();
  const [book] = useState(() => openDoorBook(api, slug));
  const state = useSyncExternalStore(book.listen, book.state, book.state);
  const isWaiting = state.waiting.length > 0;
  useEffect(() => {
    void book.open();
    const sync = () => void book.sync();
    addEventListener('online', sync);
    return () => removeEventListener('online', sync);
  }, [book]);
  useEffect(() => {
    const timer = setInterval(() => void book.sync(), isWaiting ? SEND_MS : READ_MS);
    return () => clearInterval(timer);
  }, [book, isWaiting]);
  return { book, state };
}
