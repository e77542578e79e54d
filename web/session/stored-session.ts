export const SESSION_KEY = 'vouch-session';

interface StoredSession {
  access_token: string;
  expires_at: number;
  user?: { id: string };
}

/** `expires_at` is in UTC seconds. */
export function storedSession(): StoredSession | null {
  try {
    return JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as StoredSession | null;
  } catch {
    return null;
  }
}
