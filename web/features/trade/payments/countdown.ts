import { useEffect, useState } from 'react';

/** Returns the time left until an instant (ISO 8601) as "11:32", updated every second. Null once it has passed. */
export function useCountdown(until: string): string | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, 1000);
    // A page that comes back from the background or from the browser's cache updates immediately.
    document.addEventListener('visibilitychange', tick);
    addEventListener('pageshow', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
      removeEventListener('pageshow', tick);
    };
  }, []);
  return clockText(Date.parse(until) - now);
}

const two = (n: number) => String(n).padStart(2, '0');

/** Writes a time in ms as "11:32", or as "1:59:30" from one hour. Returns null if no second is left. */
export function clockText(ms: number): string | null {
  const seconds = Math.floor(ms / 1000);
  if (seconds <= 0) return null;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
