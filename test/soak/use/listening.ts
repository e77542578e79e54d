import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SoakEvent } from './cast.ts';
import type { Heard } from './history.ts';
import type { World } from './world.ts';

const AGAIN_MS = 500;

type Frame = { type: string; message?: { seq: number }; messages?: { seq: number }[] };

export async function listen(world: World, { slug, id }: SoakEvent): Promise<void> {
  const heard: Heard = { room: id, from: 0, last: 0, gaps: [] };
  world.history.heard.push(heard);
  while (!world.is_heard) {
    const socket = new WebSocket(`${world.origin.replace('http', 'ws')}/api/events/${slug}/live?after=${heard.last}`);
    socket.addEventListener('message', ({ data }) => take(heard, JSON.parse(String(data)) as Frame));
    const timer = setInterval(() => {
      if (world.is_heard) socket.close();
    }, AGAIN_MS);
    await Promise.race([once(socket, 'close'), once(socket, 'error')]).catch(() => undefined);
    clearInterval(timer);
    socket.close();
    await sleep(AGAIN_MS);
  }
}

export function take(heard: Heard, frame: Frame): void {
  if (frame.type === 'reload') heard.gaps.push(`${heard.room}: told to load anew after ${heard.last}`);
  for (const { seq } of frame.message ? [frame.message] : (frame.messages ?? [])) {
    if (seq > heard.last + 1) heard.gaps.push(`${heard.room}: a listener heard ${seq} after ${heard.last}`);
    if (seq > heard.last) heard.last = seq;
  }
}
