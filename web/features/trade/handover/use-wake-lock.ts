import { useEffect } from 'react';

/** Keeps the screen on. A hidden page loses the lock, so it requests a new one when it is shown again. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isGone = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      // A phone in power-saving mode refuses the lock.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isGone) await lock?.release();
    };
    const again = () => void ask();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, []);
}
