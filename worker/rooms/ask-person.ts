import type { NewsFrame } from '../contract/talk/notices.ts';

export function listenAsPerson(env: Env, { user_id, until }: { user_id: string; until: Date }): Promise<Response> {
  const request = new Request(`https://person/?until=${until.getTime()}`, { headers: { Upgrade: 'websocket' } });
  return env.PEOPLE.getByName(user_id).fetch(request);
}

export const tellPerson = (env: Env, { user_id, unread }: { user_id: string; unread: number }) =>
  send(env, user_id, { type: 'news', unread });

export const tellLetIn = (env: Env, user_id: string) => send(env, user_id, { type: 'let_in' });

async function send(env: Env, user_id: string, frame: NewsFrame): Promise<void> {
  await env.PEOPLE.getByName(user_id).tell({ frame: JSON.stringify(frame), now: Date.now() });
}
