/** Where the auth client keeps its session in local storage. */
export const SESSION_KEY = 'vouch-session';

/** The session that this browser keeps, or null. `expires_at` is in UTC seconds. */
export function storedSession(): { access_token: string; expires_at: number } | null {
  try {
    return JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as { access_token: string; expires_at: number } | null;
  } catch {
    return null;
  }
}
