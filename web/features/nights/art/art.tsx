import { useState } from 'react';
import { Poster } from './poster.tsx';
import s from './art.module.css';

/** The width of the picture on a card. */
const CARD = '(width < 640px) 100vw, 400px';

/**
 * A picture, or a poster drawn from the title if there is no picture. A picture that fails to load is replaced by the
 * poster, with the title on it if `titled`. `srcSet` offers several widths; `sizes` says how wide it is shown.
 */
export function Art({
  src,
  srcSet,
  sizes = CARD,
  title,
  poster,
  titled,
  eager,
}: {
  src: string | null;
  srcSet?: string | undefined;
  sizes?: string;
  title: string;
  /** The name that the poster is drawn from, if it is not the title. */
  poster?: string | undefined;
  titled?: boolean;
  eager?: boolean;
}) {
  const [broken, setBroken] = useState(false);
  if (!src) return <Poster title={title} name={poster} label="No image" />;
  if (broken) return <Poster title={title} name={poster} lettered={titled} />;
  return (
    <img
      className={s.art}
      // Must come before `srcSet` and `src`, or the browser starts to load the wrong width.
      sizes={srcSet && sizes}
      srcSet={srcSet}
      src={src}
      alt=""
      width={640}
      height={400}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      // A picture that failed before hydration fires no error event.
      ref={(img) => void (img?.complete && img.naturalWidth === 0 && setBroken(true))}
      onError={() => setBroken(true)}
    />
  );
}
