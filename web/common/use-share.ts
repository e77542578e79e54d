import { useState } from 'react';

/**
 * Shares a link through the share sheet of the system. If the browser has no share sheet, the link is copied. `said` is
 * a message for the person.
 */
export function useShare() {
  const [said, setSaid] = useState('');
  const share = async (shared: { title: string; text?: string; url: string }): Promise<void> => {
    try {
      if ('share' in navigator) await navigator.share(shared);
      else {
        await (navigator as Navigator).clipboard.writeText(shared.url);
        setSaid('Link copied');
      }
    } catch (error) {
      if ((error as Error).name !== 'AbortError') setSaid(`Copy this link: ${shared.url}`);
    }
  };
  return { said, share };
}
