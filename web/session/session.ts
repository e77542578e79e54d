import { useSyncExternalStore } from 'react';
import type { Role } from '../../drizzle/vocabulary.ts';

/**
 * The signed-in person. `name` is empty where none was given. `school` is missing until the server has told it, and
 * where none was given.
 */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
  school?: string;
}

/**
 * The person who is signed in on this page. The role is `loading` until the server has answered. It is `unknown`, which
 * grants nothing, when the look-up failed. `second_factor` is true while the account has a second factor that this
 * session has not shown yet, `lacks_staff_factor` while an admin has to set one up first.
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
    };

const LOADING: Session = { status: 'loading' };

let session: Session = LOADING;
/** The person who was signed in last on this page. What is loaded may be theirs. */
let lastPerson: string | undefined;
let forget: () => void = () => undefined;
const listeners = new Set<() => void>();

/** The session, live. It is `loading` on the server and while the page hydrates. */
export function useSession(): Session {
  return useSyncExternalStore(listen, sessionNow, () => LOADING);
}

/** The session at this moment. */
export function sessionNow(): Session {
  return session;
}

/** Waits for the role of the signed-in person. Null when nobody is signed in or when the role cannot be looked up. */
export async function knownRole(): Promise<Role | null> {
  while (session.status === 'loading' || (session.status === 'signed_in' && session.role === 'loading')) {
    await new Promise<void>((change) => {
      const stop = listen(() => {
        stop();
        change();
      });
    });
  }
  return session.status === 'signed_in' && session.role !== 'unknown' && session.role !== 'loading'
    ? session.role
    : null;
}

/** Changes the session and tells every reader. */
export function setSession(next: Session): void {
  const person = next.status === 'signed_in' ? next.user.id : undefined;
  // Only what another person's session loaded is forgotten: the data that came with the page belongs to everybody.
  if (lastPerson !== undefined && lastPerson !== person) forget();
  lastPerson = person ?? lastPerson;
  session = next;
  for (const tell of listeners) tell();
}

/** Says how to forget what was loaded for the person who leaves. */
export function onPersonLeaves(forgetLoaded: () => void): void {
  forget = forgetLoaded;
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
