import { authHeader } from '../../../session/browser-session.ts';

/** Calls an auth endpoint that the client library lacks. Sends a POST if `body` is given. Throws errors with `code`. */
export async function askAuth<T>(path: string, body?: unknown): Promise<T> {
  const answer = await sendAuth(path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

/** Throws an error with the `code` of the refusal. */
export async function deleteOwnUser(): Promise<void> {
  await sendAuth('/auth/v1/user', { method: 'DELETE' });
}

/** Throws an error with the `code` of the refusal. */
export async function endSession(id: string): Promise<void> {
  await sendAuth(`/auth/v1/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

async function sendAuth(path: string, init: { method?: string; body?: string }): Promise<Response> {
  const headers = {
    ...(await authHeader()),
    'Content-Type': 'application/json',
    'X-Supabase-Api-Version': '2024-01-01',
  };
  const answer = await fetch(path, { ...init, headers });
  if (answer.ok) return answer;
  const { code, message, weak_password } = (await answer.json()) as {
    code: string;
    message: string;
    weak_password?: { reasons: string[] };
  };
  const { status } = answer;
  // The text of a server error is its request id, as in `fetchAuth`.
  const text = status < 500 ? message : (answer.headers.get('X-Request-Id') ?? '');
  throw Object.assign(new Error(text), { code, status, reasons: weak_password?.reasons });
}
