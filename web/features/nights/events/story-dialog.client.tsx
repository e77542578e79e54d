import { useEffect, useState } from 'react';
import { longDate } from '../../../../worker/contract/time/event-time.ts';
import { type PreviewEvent, storyPath } from '../../../../worker/contract/nights/preview-path.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { drawStory } from './draw-story.ts';
import s from './story-dialog.module.css';

export interface StoryEvent extends PreviewEvent {
  slug: string;
}

interface Picture {
  file: File;
  url: string;
}

/** `says` begins the text. The QR code on the picture and the link in the text open `path`. */
interface OwnStory {
  picture: string;
  says: string;
  path: string;
}

/**
 * Shows a picture and a text that both link to the event's page. `note` is written on the picture and begins the text.
 * `own` replaces the picture, the beginning of the text and the linked page.
 */
export function StoryDialog({
  event,
  note,
  own,
  onClose,
}: {
  event: StoryEvent;
  note?: string;
  own?: OwnStory;
  onClose: () => void;
}) {
  const { title, slug, start_at, venue } = event;
  const picture = usePicture({ path: own?.picture ?? storyPath(event), name: `${slug}.png`, note });
  const [said, setSaid] = useState('');
  const link = new URL(own?.path ?? `/events/${slug}`, location.href).href;
  const first = own?.says ?? note;
  const text = `${first === undefined ? '' : `${first}. `}${title}, ${longDate(start_at)}, ${venue.name}: ${link}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Text copied');
    } catch {
      setSaid(`Copy this text: ${text}`);
    }
  };
  return (
    <Dialog title="Share as a story" onClose={onClose}>
      {picture === undefined && <output className={s.frame}>Drawing the picture...</output>}
      {picture === 'failed' && <Alert>We couldn’t draw the picture. Close this and try again.</Alert>}
      {typeof picture === 'object' && (
        <img className={s.frame} src={picture.url} width={1080} height={1920} alt={altOf(title, first)} />
      )}
      <p className="row">
        {typeof picture === 'object' && <SharePicture picture={picture} text={text} />}
        <button type="button" className="button" onClick={() => void copy()}>
          Copy the text
        </button>
        <output>{said}</output>
      </p>
    </Dialog>
  );
}

const altOf = (title: string, note: string | undefined) =>
  `Picture of ${title} with its date, its venue and a code${note === undefined ? '' : `, and “${note}”`}`;

function SharePicture({ picture: { file, url }, text }: { picture: Picture; text: string }) {
  const shared = { files: [file], text };
  if (!('canShare' in navigator && navigator.canShare(shared)))
    return (
      <a className="button primary" href={url} download={file.name}>
        Save the picture
      </a>
    );
  // The promise is rejected if the person closes the sheet. That is not an error.
  const share = () => void navigator.share(shared).catch(() => undefined);
  return (
    <button type="button" className="button primary" onClick={share}>
      Share the picture
    </button>
  );
}

/** Returns undefined while the picture is drawn, and `failed` if it cannot be drawn. */
function usePicture({ path, name, note }: { path: string; name: string; note: string | undefined }) {
  const [picture, setPicture] = useState<Picture | 'failed'>();
  useEffect(() => {
    let url: string | null = null;
    let isGone = false;
    const draw = async () => {
      const blob = await drawStory(path, note);
      if (isGone) return;
      url = URL.createObjectURL(blob);
      setPicture({ file: new File([blob], name, { type: 'image/png' }), url });
    };
    void draw().catch(() => isGone || setPicture('failed'));
    return () => {
      isGone = true;
      setPicture(undefined);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [path, name, note]);
  return picture;
}
