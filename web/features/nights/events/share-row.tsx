import { type ReactNode, useState } from 'react';
import s from './share-row.module.css';
import { StoryButton } from './story-button.tsx';
import type { StoryEvent } from './story-dialog.client.tsx';

/**
 * Buttons for an event: `children` and "Share". An event that is not cancelled also has "Add to calendar" and the story
 * button. Sharing opens the system's sheet, or copies the link where there is no sheet.
 */
export function ShareRow({
  event,
  isCancelled,
  children,
}: {
  event: StoryEvent;
  isCancelled: boolean;
  children?: ReactNode;
}) {
  const { title, slug } = event;
  const [said, setSaid] = useState('');
  const share = async () => {
    const url = new URL(`/events/${slug}`, location.href).href;
    try {
      if ('share' in navigator) await navigator.share({ title, url });
      else {
        await (navigator as Navigator).clipboard.writeText(url);
        setSaid('Link copied');
      }
    } catch (error) {
      if ((error as Error).name !== 'AbortError') setSaid(`Copy this link: ${url}`);
    }
  };
  return (
    <div className={s.row}>
      {children}
      {!isCancelled && (
        <a className="button" href={`/events/${slug}.ics`} download={`${slug}.ics`}>
          Add to calendar
        </a>
      )}
      <button type="button" className="button" onClick={() => void share()}>
        Share
      </button>
      {!isCancelled && <StoryButton event={event} />}
      <output>{said}</output>
    </div>
  );
}
