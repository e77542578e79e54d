import { useEffect, useRef } from 'react';
import mp4 from '../media/hero.mp4';
import webm from '../media/hero.webm';
import s from './hero-video.module.css';

/** The video of the hero. It is left out for people who ask for less motion or data, and pauses off screen. */
export function HeroVideo() {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void element.play().catch(() => undefined);
      else element.pause();
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData) return null;
  return (
    <video ref={video} className={s.lights} muted loop playsInline preload="auto" aria-hidden="true" tabIndex={-1}>
      <source src={webm} type="video/webm" />
      <source src={mp4} type="video/mp4" />
    </video>
  );
}
