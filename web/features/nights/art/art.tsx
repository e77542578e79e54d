import { useState } from 'react';
import { posterPath } from '../../../../worker/contract/nights/poster-print.ts';
import s from './art.module.css';

const CARD = '(width < 640px) 100vw, 400px';

/** With `titled`, a poster that replaces a broken picture shows the title. */
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
  /** The name of the poster: the slug, or a name from `posterNames`. */
  poster: string;
  titled?: boolean;
  eager?: boolean;
}) {
  const drawn = posterPath(poster);
  const [broken, setBroken] = useState<string>();
  const shown = src && broken === undefined ? src : drawn;
  // If the poster fails to load, for example offline, only the title is shown.
  if (broken === drawn) return <span className={s.lettering}>{title}</span>;
  return (
    <>
      <img
        className={s.art}
        // Must come before `srcSet` and `src`, or the browser starts to load the wrong width.
        sizes={shown === src && srcSet ? sizes : undefined}
        srcSet={shown === src ? srcSet : undefined}
        src={shown}
        alt=""
        width={640}
        height={400}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        // A picture that failed before hydration fires no error event.
        ref={(img) => void (img?.complete && img.naturalWidth === 0 && setBroken(shown))}
        onError={() => setBroken(shown)}
      />
      {titled && broken !== undefined && <span className={s.lettering}>{title}</span>}
    </>
  );
}
