import { useState } from 'react';
import { Poster } from './poster.tsx';
import s from './art.module.css';

/**
 * A picture, or the print of its title where there is none. One that does not load gives way: to the print carrying the title with
 * `titled`, else to the bare print.
 */
export function Art({ src, title, titled, eager }: { src: string | null; title: string; titled?: boolean; eager?: boolean }) {
  const [broken, setBroken] = useState(false);
  if (!src) return <Poster title={title} label="No image" />;
  if (broken) return <Poster title={title} lettered={titled} />;
  return (
    <img
      className={s.art}
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
