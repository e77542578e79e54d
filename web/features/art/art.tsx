import { useState } from 'react';
import { Poster } from './poster.tsx';
import s from './art.module.css';

/** How wide a card's picture stands. */
const CARD = '(width < 640px) 100vw, 400px';

/**
 * A picture, or the print of its title where there is none. One that does not load gives way: to the print carrying the title with
 * `titled`, else to the bare print. `srcSet` offers it in several widths, of which `sizes` says the one that is needed.
 */
export function Art({
  src,
  srcSet,
  sizes = CARD,
  title,
  titled,
  eager,
}: {
  src: string | null;
  srcSet?: string | undefined;
  sizes?: string;
  title: string;
  titled?: boolean;
  eager?: boolean;
}) {
  const [broken, setBroken] = useState(false);
  if (!src) return <Poster title={title} label="No image" />;
  if (broken) return <Poster title={title} lettered={titled} />;
  return (
    <img
      className={s.art}
      // Before the source, or the browser starts with the wrong one.
      sizes={srcSet && sizes}
      srcSet={srcSet}
      src={src}
      alt=""
      width={640}
      height={400}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      // A picture may have failed before this code came: then no event tells.
      ref={(img) => void (img?.complete && img.naturalWidth === 0 && setBroken(true))}
      onError={() => setBroken(true)}
    />
  );
}
