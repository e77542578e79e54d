import { useEffect, useRef, useState } from 'react';
import mp4 from '../media/hero.mp4';
import webm from '../media/hero.webm';
import s from './hero-video.module.css';

/** Left out for people who ask for less motion or data. */
export function HeroVideo() {
  const video = useRef<HTMLVideoElement>(null);
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (isPaused) {
      element.pause();
      return;
    }
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void element.play().catch(() => undefined);
      else element.pause();
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [isPaused]);
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData) return null;
  return (
    <>
      <video ref={video} className={s.lights} muted loop playsInline preload="auto" aria-hidden="true" tabIndex={-1}>
        <source src={webm} type="video/webm" />
        <source src={mp4} type="video/mp4" />
      </video>
      <button
        type="button"
        className={`button ${s.pause}`}
        aria-label={isPaused ? 'Play the video' : 'Pause the video'}
        onClick={() => setPaused(!isPaused)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
          <path d={isPaused ? 'M3 1l11 7-11 7z' : 'M3 1h4v14H3zM9 1h4v14H9z'} />
        </svg>
      </button>
    </>
  );
}
