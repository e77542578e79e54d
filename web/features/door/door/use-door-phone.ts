import { useEffect, useLayoutEffect } from 'react';
import { readFrame } from '../../../code-reader/code-reader.ts';
import { allowSound } from './door-signals.ts';

export function useDoorPhone(): void {
  useEffect(() => {
    // The reader loads at once, so that it works when the door goes offline.
    if ('Worker' in globalThis && 'ImageData' in globalThis) void readFrame(new ImageData(1, 1));
  }, []);
  useEffect(() => {
    // Some browsers already allow sound if a tap on this site opened the page. Others need a tap on the page itself.
    allowSound();
    addEventListener('pointerdown', allowSound);
    addEventListener('keydown', allowSound);
    return () => {
      removeEventListener('pointerdown', allowSound);
      removeEventListener('keydown', allowSound);
    };
  }, []);
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lock: Promise<WakeLockSentinel | undefined> | undefined;
    // The browser ends a wake lock when the page is hidden. It refuses a new wake lock while the battery is low.
    const keepAwake = () => {
      if (document.visibilityState === 'visible') lock = navigator.wakeLock.request('screen').catch(() => undefined);
    };
    keepAwake();
    document.addEventListener('visibilitychange', keepAwake);
    return () => {
      document.removeEventListener('visibilitychange', keepAwake);
      void lock?.then((held) => held?.release());
    };
  }, []);
}

export function useDarkPage(): void {
  useLayoutEffect(() => {
    const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    const colors = bars.map(({ content }) => content);
    document.documentElement.dataset['dark'] = '';
    for (const bar of bars) bar.content = '#0b0b0d';
    return () => {
      delete document.documentElement.dataset['dark'];
      for (const [at, bar] of bars.entries()) bar.content = colors[at]!;
    };
  }, []);
}
