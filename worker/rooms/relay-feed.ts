import { BACKLOG_KEPT, type Backlog, type Entry } from './backlog.ts';

export type Announcement =
  | { type: 'messages'; entries: Entry[] }
  | { type: 'removed'; entry: Entry }
  | { type: 'slow'; seconds: number }
  | { type: 'frame'; frame: string }
  | { type: 'gone' };

/** Announcements for one relay, numbered from `from + 1` on. `epoch` identifies the link to the relay (see `Link`). */
export interface Feed {
  epoch: string;
  from: number;
  announcements: Announcement[];
}

/** The latest messages, and the number of the last announcement that they include. */
export interface Snapshot {
  epoch: string;
  upTo: number;
  backlog: Backlog;
  slow_seconds: number;
  is_closed: boolean;
}

interface Link {
  number: number;
  /** New for every link and after every restart of the room, so that the relay notices that numbers begin again. */
  epoch: string;
  listeners: number;
  /** Listeners that were sent to the relay since it last reported its count of listeners. */
  granted: number;
  /** The number of sent announcements, including lost ones. A relay that has fewer asks for a snapshot. */
  sent: number;
  queue: Announcement[];
  isBusy: boolean;
  isBehind: boolean;
  generation: number;
}

export interface Feeds {
  links: Map<number, Link>;
  deliver: (relay: number, feed: Feed) => Promise<{ listeners: number }>;
  /** Called for a relay without listeners, which gets no more announcements. */
  dropped: (relay: number) => void;
}

const QUEUE_MAX = 200;
const RETRIES = 4;

export function openFeeds({
  relays,
  ...rest
}: { relays: readonly number[] } & Pick<Feeds, 'deliver' | 'dropped'>): Feeds {
  return { ...rest, links: new Map(relays.map((number) => [number, newLink(number)])) };
}

export function assignRelay(feeds: Feeds, most: number): number {
  const open = [...feeds.links.values()].find((link) => link.listeners + link.granted < most);
  const link = open ?? newLink(freeNumber(feeds));
  feeds.links.set(link.number, link);
  link.granted += 1;
  return link.number;
}

/** Returns a snapshot that includes the announcements that are still in the relay's queue. */
export function snapshotFor(
  feeds: Feeds,
  {
    relay,
    listeners,
    ...state
  }: { relay: number; listeners: number } & Pick<Snapshot, 'backlog' | 'slow_seconds' | 'is_closed'>,
): Snapshot {
  const link = feeds.links.get(relay) ?? newLink(relay);
  feeds.links.set(relay, link);
  link.generation += 1;
  link.listeners = listeners;
  link.granted = 0;
  const { entries, seq } = state.backlog;
  return {
    ...state,
    epoch: link.epoch,
    upTo: link.sent + link.queue.length,
    backlog: { entries: entries.slice(-BACKLOG_KEPT), seq },
  };
}

/** Sends an announcement to every relay. Does not wait for a relay that is still getting earlier ones. */
export async function feedRelays(feeds: Feeds, announcement: Announcement): Promise<void> {
  await Promise.all(
    [...feeds.links.values()].map((link) => {
      link.queue.push(announcement);
      if (link.queue.length > QUEUE_MAX) {
        link.sent += link.queue.splice(0).length;
        link.isBehind = true;
      }
      return drain(feeds, link);
    }),
  );
}

/**
 * Sends a relay its queue, one call at a time. A lost call is not repeated: the next call, even if it is empty, shows
 * the relay the gap.
 */
async function drain(feeds: Feeds, link: Link): Promise<void> {
  if (link.isBusy) return;
  link.isBusy = true;
  for (let failures = 0; (link.queue.length > 0 || link.isBehind) && failures <= RETRIES;) {
    const { sent: from, generation } = link;
    const announcements = link.queue.splice(0);
    link.sent += announcements.length;
    try {
      link.isBehind = false;
      link.listeners = (await feeds.deliver(link.number, { epoch: link.epoch, from, announcements })).listeners;
      link.granted = 0;
      failures = 0;
      if (link.listeners === 0 && link.generation === generation) return drop(feeds, link);
    } catch {
      link.isBehind = true;
      failures += 1;
      await scheduler.wait(50 * 4 ** failures);
    }
  }
  link.isBusy = false;
}

function drop(feeds: Feeds, link: Link): void {
  feeds.links.delete(link.number);
  feeds.dropped(link.number);
}

function freeNumber(feeds: Feeds): number {
  let number = 1;
  while (feeds.links.has(number)) number += 1;
  return number;
}

function newLink(number: number): Link {
  return {
    number,
    epoch: crypto.randomUUID(),
    listeners: 0,
    granted: 0,
    sent: 0,
    queue: [],
    isBusy: false,
    isBehind: false,
    generation: 0,
  };
}
