import { useEffect, useState } from 'react';
import { longDate } from '../../../../worker/contract/time/event-time.ts';
import { type PreviewEvent, storyPath } from '../../../../worker/contract/nights/preview-path.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Loading } from '../../../ui/loading.tsx';
import s from './story-dialog.module.css';

export interface StoryEvent extends PreviewEvent {
  slug: string;
}

interface Picture {
  file: File;
  url: string;
}

/**
 * Shows an event's picture for a story, and shares it through the system's sheet. `note` is written on the picture,
 * such as how many friends are in. `link` is where the text leads, or else the event's page.
 */
export function StoryDialog({
  event,
  note,
  link,
  onClose,
}: {
  event: StoryEvent;
  note?: string;
  link?: string;
  onClose: () => void;
}) {
  const [picture, setPicture] = useState<Picture | 'failed'>();
  const [said, setSaid] = useState('');
  const path = storyPath(event);
  useEffect(() => {
    let url: string | null = null;
    let isGone = false;
    pictureOf(path, note).then(
      (blob) => {
        if (isGone) return;
        url = URL.createObjectURL(blob);
        setPicture({ file: new File([blob], `${event.slug}.png`, { type: 'image/png' }), url });
      },
      () => setPicture('failed'),
    );
    return () => {
      isGone = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [path, note, event.slug]);
  const text = `${event.title}, ${longDate(event.start_at)}, ${event.venue.name}: ${link ?? new URL(`/events/${event.slug}`, location.href).href}`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Text copied'),
      () => setSaid(`Copy this text: ${text}`),
    );
  return (
    <Dialog title="Share as a story" onClose={onClose}>
      {picture === undefined && <Loading />}
      {picture === 'failed' && <Alert>We couldn’t draw the picture. Close this and try again.</Alert>}
      {typeof picture === 'object' && (
        <img className={s.picture} src={picture.url} width={1080} height={1920} alt={`A story about ${event.title}`} />
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

/** Opens the system's sheet with the picture, or saves it where a browser can't share files. */
function SharePicture({ picture: { file, url }, text }: { picture: Picture; text: string }) {
  const shared = { files: [file], text };
  if (!('canShare' in navigator && navigator.canShare(shared)))
    return (
      <a className="button primary" href={url} download={file.name}>
        Save the picture
      </a>
    );
  return (
    <button
      type="button"
      className="button primary"
      onClick={() => void navigator.share(shared).catch(() => undefined)}
    >
      Share the picture
    </button>
  );
}

/** Reads the picture, and writes the note on it. */
async function pictureOf(path: string, note: string | undefined): Promise<Blob> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`The picture failed with status ${answer.status}.`);
  const blob = await answer.blob();
  return note === undefined ? blob : withNote(blob, note);
}

async function withNote(blob: Blob, note: string): Promise<Blob> {
  const image = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext('2d')!;
  pen.drawImage(image, 0, 0);
  pen.font = '800 76px Archivo, sans-serif';
  const width = pen.measureText(note).width + 96;
  pen.fillStyle = '#e6ff3f';
  pen.beginPath();
  pen.roundRect(72, 780, width, 136, 68);
  pen.fill();
  pen.fillStyle = '#0b0b0d';
  pen.textBaseline = 'middle';
  pen.fillText(note, 120, 852);
  return canvas.convertToBlob({ type: 'image/png' });
}
