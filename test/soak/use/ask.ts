import { isClosed, pause, type World } from './world.ts';
import type { Person } from './cast.ts';

const ANSWER_MS = 25_000;
const RETRY_MS = 600;

export interface Ask {
  method?: 'GET' | 'POST';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A final answer. A lost connection, a server failure (5xx) or a refusal by a rate limit (429) is not final. */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Sends a request once. Returns null if no final answer comes. The person keeps the answer's cookies. */
export async function askOnce(
  world: World,
  person: Person,
  { method = 'GET', path, body, headers }: Ask,
): Promise<Answer | null> {
  try {
    const response = await fetch(`${world.origin}${path}`, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'manual',
      headers: {
        ...(person.cookies.size > 0 ? { Cookie: [...person.cookies].map((pair) => pair.join('=')).join('; ') } : {}),
        ...(person.session ? { Authorization: `Bearer ${person.session.access_token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    keepCookies(person, response);
    const text = await response.text();
    world.answered += 1;
    if (response.status >= 500) {
      const route = path.replace(/[0-9a-f-]{36}|soak-[\w-]+/g, '…').replace(/\?.*/, '');
      const what = `${response.status} ${method} ${route}`;
      world.broken.set(what, (world.broken.get(what) ?? 0) + 1);
    }
    if (response.status >= 500 || response.status === 429) return null;
    const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
    return { status: response.status, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} };
  } catch {
    world.unanswered += 1;
    return null;
  }
}

/** Repeats a request until there is a final answer. Returns null if the soak test ends first. */
export async function ask(
  world: World,
  person: Person,
  what: Ask | (() => Ask),
  onTry: () => void = () => undefined,
): Promise<Answer | null> {
  while (!isClosed(world)) {
    onTry();
    const answer = await askOnce(world, person, typeof what === 'function' ? what() : what);
    if (answer) return answer;
    await pause(world, RETRY_MS);
  }
  return null;
}

export const codeOf = ({ body }: Answer): string => {
  const { error } = body as { error?: { code?: string } | string };
  return (typeof error === 'string' ? error : error?.code) ?? 'unknown';
};

function keepCookies(person: Person, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]!.split('=', 2);
    person.cookies.set(name, value);
  }
}
