import type { hc } from 'hono/client';
import type { Api } from '../worker/app.ts';

type Headers = Record<string, string>;

interface Sent {
  param?: Record<string, string>;
  query?: Record<string, string | readonly string[] | undefined>;
  header?: Headers;
  json?: unknown;
}

interface Connection {
  origin: string;
  fetcher: typeof fetch;
  sessionHeaders: () => Headers | Promise<Headers>;
}

/** The type of Hono's own client. Our client has the same type, and a sixth of the code. */
export type Client = ReturnType<typeof hc<Api>>['api'];

/** A typed client of the API: `client.events[':slug'].$get({ param: { slug } })` is `GET /api/events/{slug}`. */
export function makeClient(connection: Connection): Client {
  return pathOf(['api'], connection) as Client;
}

/** Builds up a path. Reading a property adds a segment; calling `$get`, `$post` and so on sends the request. */
function pathOf(parts: readonly string[], connection: Connection): unknown {
  return new Proxy(() => undefined, {
    // A client has no `then`, because `await` treats everything that has a `then` as a promise.
    get: (_, part) => (typeof part === 'string' && part !== 'then' ? pathOf([...parts, part], connection) : undefined),
    apply: (_, __, [sent]: [Sent?]) => send(parts, { sent: sent ?? {}, ...connection }),
  });
}

async function send(
  parts: readonly string[],
  { sent, origin, fetcher, sessionHeaders }: Connection & { sent: Sent },
): Promise<Response> {
  const path = parts
    .slice(0, -1)
    .map((part) => (part.startsWith(':') ? encodeURIComponent(sent.param?.[part.slice(1)] ?? '') : part));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(sent.query ?? {}))
    for (const each of [value ?? []].flat()) query.append(name, each);
  const hasBody = sent.json !== undefined;
  const ask = async () =>
    fetcher(`${origin}/${path.join('/')}${query.size > 0 ? `?${query}` : ''}`, {
      method: parts.at(-1)!.slice(1).toUpperCase(),
      headers: { ...sent.header, ...(await sessionHeaders()), ...(hasBody && { 'Content-Type': 'application/json' }) },
      ...(hasBody && { body: JSON.stringify(sent.json) }),
    });
  const answer = await ask();
  if (answer.status !== 503 || !sent.header?.['idempotency-key']) return answer;
  return (await import('./send-again.ts')).sendAgain(ask, answer);
}
