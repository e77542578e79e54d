import { listen, roomOf } from '../../../worker/rooms/ask-room.ts';
import type { BareRoom } from './bare-room.ts';

export { EventRoom } from '../../../worker/rooms/event-room.ts';
export { RelayRoom } from '../../../worker/rooms/relay-room.ts';
export { BareRoom } from './bare-room.ts';

interface BenchEnv extends Env {
  BARE_ROOMS: DurableObjectNamespace<BareRoom>;
}

const author = { display_name: 'A student', is_student_verified: true };

/** `GET /{ours|bare}/{room}?who=&after=` listens and `POST` sends its body. */
export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const [, kind, event_id = ''] = url.pathname.split('/');
    const who = url.searchParams.get('who') ?? '';
    const after = url.searchParams.get('after');
    const bare = env.BARE_ROOMS.getByName(event_id);
    if (request.method === 'GET') {
      return kind === 'bare'
        ? bare.fetch(request)
        : listen(env, { event_id, after: after === null ? undefined : Number(after), address: who });
    }
    const draft = { event_id, user_id: who, body: await request.text(), client_id: crypto.randomUUID(), author };
    if (kind === 'bare') {
      await bare.say({ ...draft, id: crypto.randomUUID(), created_at: new Date().toISOString(), removed: null });
    } else {
      await roomOf(env, event_id).post({ ...draft, now: Date.now() });
    }
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<BenchEnv>;
