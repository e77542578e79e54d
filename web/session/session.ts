import { useSyncExternalStore } from 'react';
import type { Role } from '../../drizzle/vocabulary.ts';

/** `name` is empty if the person gave none. `school` is missing if it is not known yet or if the person has none. */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
  school?: string;
}

/**
 * The role is `unknown`, which grants nothing, if it could not be looked up. `second_factor` is true while the account
 * has a second factor that this session has not used. `lacks_staff_factor` is true for an admin whose session lacks the
 * required second factor. `offers_passkey` is true after a sign-in on this page, unless the person has answered the
 * offer of a passkey before.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'signed_out' }
  | {
      status: 'signed_in';
      user: SessionUser;
      role: Role | 'loading' | 'unknown';
      second_factor: boolean;
      lacks_staff_factor?: boolean;
      offers_passkey?: boolean;
    };

const LOADING: Session = { status: 'loading' };

let session: Session = LOADING;
/** The last person who was signed in on this page. Loaded data may be theirs. */
let lastPerson: string | undefined;
let forget: () => void = () => undefined;
const listeners = new Set<() => void>();

/** The session is `loading` on the server and while the page hydrates. */
export function useSession(): Session {
  return useSyncExternalStore(listen, sessionNow, () => LOADING);
}

export function useUserId(): string | null {
  const current = useSession();
  return current.status === 'signed_in' ? current.user.id : null;
}

export function sessionNow(): Session {
  return session;
}

export async function sessionKnown(): Promise<void> {
  while (session.status === 'loading') await nextChange();
}

function nextChange(): Promise<void> {
  return new Promise((change) => {
    const stop = listen(() => {
      stop();
      change();
    });
  });
}

/** Waits for the role. Returns null when nobody is signed in or when the role cannot be looked up. */
export async function knownRole(): Promise<Role | null> {
  while (session.status === 'loading' || (session.status === 'signed_in' && session.role === 'loading'))
    await nextChange();
  return session.status === 'signed_in' && session.role !== 'unknown' && session.role !== 'loading'
    ? session.role
    : null;
}

export function setSession(next: Session): void {
  const person = next.status === 'signed_in' ? next.user.id : undefined;
  // Until somebody has signed in, all loaded data is public. Later it may belong to the last person.
  if (lastPerson !== undefined && lastPerson !== person) forget();
  lastPerson = person ?? lastPerson;
  session = next;
  for (const listener of listeners) listener();
}

export function onPersonLeaves(forgetLoaded: () => void): void {
  forget = forgetLoaded;
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
