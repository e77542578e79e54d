import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { Art } from '../art/art.tsx';
import { showToast } from '../../../ui/toast.ts';
import s from './images.module.css';
import { isImage, thumbnail, uploadImage } from './upload-image.ts';

interface Chosen {
  file: File;
  preview: string;
}

export interface Pictured {
  slug: string;
  title: string;
  about: string;
  image_url: string | null;
}

export function UploadItem({ item, isVenue }: { item: Pictured; isVenue: boolean }) {
  const queryClient = useQueryClient();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [share, setShare] = useState<number>();
  const [isOver, setOver] = useState(false);
  const { file, preview } = chosen ?? {};
  const isBusy = share !== undefined;

  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview]);

  const choose = (given: File | null | undefined) => {
    setOver(false);
    if (isBusy) return;
    setChosen(isImage(given) ? { file: given, preview: URL.createObjectURL(given) } : undefined);
    if (!isImage(given)) sayNoFile();
  };
  const send = async () => {
    if (!file) return sayNoFile();
    setShare(0);
    try {
      await uploadImage(file, { slug: item.slug, isVenue, onProgress: setShare });
      await queryClient.invalidateQueries({ queryKey: ['admin'] });
      setChosen(undefined);
      if (input.current) input.current.value = '';
      showToast({ title: `Image uploaded for ${item.title}` });
    } catch (error) {
      showToast({ title: 'Upload failed', text: (error as Error).message, isDestructive: true });
    }
    setShare(undefined);
  };
  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the row has a button
    <li
      className={s.item}
      data-over={isOver ? '' : undefined}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={(event) => {
        event.preventDefault();
        choose(event.dataTransfer.files[0]);
      }}
    >
      <div className={s.picture}>
        {preview ? (
          <img src={preview} alt={`Preview for ${item.title}`} />
        ) : (
          <Art key={item.image_url} src={thumbnail(item.image_url)} title={item.title} poster={item.slug} />
        )}
      </div>
      <div className={s.text}>
        <h2>{item.title}</h2>
        <p className="muted">{file ? `${file.name}, ${sizeOf(file)}` : item.about}</p>
        <div className={s.controls}>
          <input
            ref={input}
            id={id}
            type="file"
            accept="image/*"
            className="sr"
            disabled={isBusy}
            aria-label={`Image for ${item.title}`}
            onChange={({ target }) => choose(target.files?.[0])}
          />
          <label htmlFor={id} className="button">
            {file ? 'Choose another' : 'Choose image'}
          </label>
          <button
            type="button"
            className={file ? 'button primary' : 'button'}
            disabled={isBusy}
            onClick={() => void send()}
          >
            Upload<span className="sr"> for {item.title}</span>
          </button>
          <span className={`muted ${s.drop}`}>or drop it here</span>
        </div>
        {isBusy && <Progress share={share} title={item.title} />}
      </div>
    </li>
  );
}

function Progress({ share, title }: { share: number; title: string }) {
  return (
    <p className={s.progress}>
      <progress max={1} value={share} aria-label={`Upload for ${title}`} />
      <span>{share < 1 ? `${Math.floor(share * 100)} %` : 'Preparing the picture'}</span>
    </p>
  );
}

function sayNoFile(): void {
  showToast({ title: 'No file selected', text: 'Please select an image to upload', isDestructive: true });
}

function sizeOf({ size }: File): string {
  return size < 1_048_576 ? `${Math.ceil(size / 1024)} kB` : `${(size / 1_048_576).toFixed(1)} MB`;
}
