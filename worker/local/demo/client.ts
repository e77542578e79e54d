import { setTimeout as pause } from 'node:timers/promises';
import { hostOf, isLoopback } from '../../http/loopback.ts';
import { LOCAL_PASSWORD } from '../database/prepare-database.ts';

export interface Servers {
  app: string;
  provider: string;
}

export interface Person {
  id: string;
  email: string;
  token: string;
}

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: unknown;
}

const PATIENCE_MS = 60_000;
const AGAIN_MS = 400;

/** Throws if a server is not on this machine, so that a demo can never fill a deployment. */
export function localServers({ app, provider }: Servers): Servers {
  for (const origin of [app, provider]) {
    if (!isLoopback(hostOf(origin) ?? '')) throw new Error(`A demo runs on this machine only, not on ${origin}.`);
  }
  return { app, provider };
}

/** A server closes an idle connection after five seconds. A call could use it just then, so each call opens its own. */
const OWN = { Connection: 'close' };

export async function signIn({ app }: Servers, email: string): Promise<Person> {
  const answer = await fetch(`${app}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { ...OWN, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: LOCAL_PASSWORD }),
  });
  const { access_token, user } = await read<{ access_token: string; user: { id: string } }>(answer, `Sign-in ${email}`);
  return { id: user.id, email, token: access_token };
}

/** Makes an account with a proven address, using the service key. Throws if the address has an account. */
export async function makeAccount(
  { app }: Servers,
  { email, name, serviceKey }: { email: string; name: string; serviceKey: string },
): Promise<void> {
  const answer = await fetch(`${app}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { ...OWN, Authorization: `Bearer ${serviceKey}`, apikey: serviceKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: LOCAL_PASSWORD, email_confirm: true, user_metadata: { full_name: name } }),
  });
  await read(answer, `Account ${email}`);
}

/** Calls the API as a person. If the server refuses, throws an error with the server's answer. */
export async function call<Answer = { id: string }>(
  { app }: Servers,
  person: Person,
  { method = 'POST', path, body }: Call,
): Promise<Answer> {
  const isBytes = body instanceof Uint8Array;
  const answer = await fetch(app + path, {
    method,
    headers: {
      ...OWN,
      Authorization: `Bearer ${person.token}`,
      'Idempotency-Key': crypto.randomUUID(),
      ...(isBytes || body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  return read<Answer>(answer, `${person.email}: ${method} ${path}`);
}

export async function post({ provider }: Servers, path: string, form: Record<string, string>): Promise<void> {
  const answer = await fetch(provider + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...OWN, Origin: provider },
    body: new URLSearchParams(form),
  });
  if (answer.status >= 400) throw new Error(`The fake provider answered ${answer.status} to ${path}.`);
}

export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const latest = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > latest) throw new Error(`The demo waited ${PATIENCE_MS / 1000} seconds for this: ${what}.`);
    await pause(AGAIN_MS);
  }
}

async function read<Answer>(answer: Response, what: string): Promise<Answer> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${what} was answered with ${answer.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}
