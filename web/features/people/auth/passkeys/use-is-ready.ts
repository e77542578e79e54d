import { useSyncExternalStore } from 'react';
import { knowsPasskeys } from '../factors/passkeys.ts';

const never = () => () => undefined;

/** Says whether this browser can make and use passkeys. False on the server and while the page hydrates. */
export function useIsReady(): boolean {
  return useSyncExternalStore(never, knowsPasskeys, () => false);
}
