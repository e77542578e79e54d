import { useEffect, useState } from 'react';
import type { ChatMessage } from '../../../../worker/contract/talk/chat.ts';

/** In ms. If a person's last message seems to be more than this in the future, the clock of their device is behind. */
const SKEW_MS = 2000;

/** The seconds until slow mode lets a person write again. Returns 0 on a device whose clock is behind. */
export function useSecondsLeft({
  slow,
  me,
  messages,
}: {
  slow: number;
  me: string | null;
  messages: readonly ChatMessage[];
}): number {
  const newest = slow > 0 && me !== null ? messages.findLast(({ user_id }) => user_id === me) : undefined;
  const sentAt = newest ? Date.parse(newest.created_at) : null;
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (sentAt === null) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [sentAt]);
  if (sentAt === null || now < sentAt - SKEW_MS) return 0;
  return Math.min(slow, Math.max(0, Math.ceil((sentAt - now) / 1000) + slow));
}
