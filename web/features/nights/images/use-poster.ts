import { useEffect, useMemo, useState } from 'react';
import { showToast } from '../../../ui/toast.ts';
import { isImage, uploadImage } from './upload-image.ts';

/** A poster that is chosen in an event's form, and uploaded once the event is saved. */
export interface Poster {
  file: File | undefined;
  preview: string | undefined;
  error: string | undefined;
  choose: (given: File | undefined) => void;
  /** Uploads the poster. A failure shows a toast. With `following`, later events of the series get the poster too. */
  send: (slug: string | undefined, options: { following: boolean }) => Promise<void>;
}

export function usePoster(): Poster {
  const [given, choose] = useState<File>();
  const file = isImage(given) ? given : undefined;
  const preview = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview]);
  const send: Poster['send'] = async (slug, { following }) => {
    if (!file || slug === undefined) return;
    try {
      await uploadImage(file, { slug, isVenue: false, following });
      choose(undefined);
    } catch (error) {
      const text = `${(error as Error).message} The night is saved. You can try again under Images.`;
      showToast({ title: 'Picture not uploaded', text, isDestructive: true });
    }
  };
  const error = given && !file ? 'This isn’t a picture. Choose a JPEG, PNG or WebP file.' : undefined;
  return { file, preview, error, choose, send };
}
