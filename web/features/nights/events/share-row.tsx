import type { ReactNode } from 'react';
import { useShare } from '../../../common/use-share.ts';
import s from './share-row.module.css';
import { StoryButton } from './story-button.tsx';
import type { StoryEvent } from './story-dialog.client.tsx';

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
  const { said, share } = useShare();
  return (
    <div className={s.row}>
      {children}
      {!isCancelled && (
        <a className="button" href={`/events/${slug}.ics`} download={`${slug}.ics`}>
          Add to calendar
        </a>
      )}
      <button
        type="button"
        className="button"
        onClick={() => void share({ title, url: new URL(`/events/${slug}`, location.href).href })}
      >
        Share
      </button>
      {!isCancelled && <StoryButton event={event} />}
      <output>{said}</output>
    </div>
  );
}
