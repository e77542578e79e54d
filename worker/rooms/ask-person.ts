import type { NewsFrame } from '../contract/talk/notices.ts';

/** Opens a live connection for a person, which gets news until `until`. */
export function listenAsPerson(env: Env, { user_id, until }: { user_id: string; until: Date }): Promise<Response> {
  const request = new Request(`https://person/?until=${until.getTime()}`, { headers: { Upgrade: 'websocket' } });
  return env.PEOPLE.getByName(user_id).fetch(request);
}

/** Sends the number of unread notifications to the open pages of a person. */
export async function tellPerson(env: Env, { user_id, unread }: { user_id: string; unread: number }): Promise<void> {
  const frame: NewsFrame = { type: 'news', unread };
  await env.PEOPLE.getByName(user_id).tell({ frame: JSON.stringify(frame), now: Date.now() });
}
