import { authHeader } from '../../../session/browser-session.ts';

/**
 * Asks an endpoint of the auth service that its client does not know, as the signed-in person. A body makes it a POST.
 * A refusal is thrown with its code, as the errors of the client are.
 */
export async function askAuth<T>(path: string, body?: unknown): Promise<T> {
  const answer = await sendAuth(path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

/** Deletes the own account. A refusal is thrown with its code. */
export async function deleteOwnUser(): Promise<void> {
  await sendAuth('/auth/v1/user', { method: 'DELETE' });
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
  // As `fetchAuth` does for the client.
  const told = status < 500 ? message : (answer.headers.get('X-Request-Id') ?? '');
  throw Object.assign(new Error(told), { code, status, reasons: weak_password?.reasons });
}
