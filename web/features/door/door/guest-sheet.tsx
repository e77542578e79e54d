import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import s from './door.module.css';

/** Scrolls to the camera or the guest list on a phone. A wide screen shows both, so nothing scrolls. */
export function scrollDoor(screen: HTMLElement | null, to: 'camera' | 'guests'): void {
  screen?.scrollTo({ top: to === 'guests' ? screen.scrollHeight : 0 });
}

export function GuestSheet({
  screen,
  about,
  children,
}: {
  screen: RefObject<HTMLElement | null>;
  about: string;
  children: ReactNode;
}) {
  const sheet = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = useIsShown(body, screen);
  const open = () => scrollDoor(screen.current, 'guests');
  const close = useCallback(() => {
    scrollDoor(screen.current, 'camera');
    button.current?.focus({ preventScroll: true });
  }, [screen]);
  useEffect(() => {
    const shown = sheet.current!;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    shown.addEventListener('keydown', onKey);
    return () => shown.removeEventListener('keydown', onKey);
  }, [close]);
  return (
    <section ref={sheet} className={s.sheet} aria-labelledby="guests">
      <header className={s.handle}>
        <h2 id="guests" ref={title} tabIndex={-1}>
          Guest list
        </h2>
        <span className="muted">{about}</span>
        <button
          ref={button}
          type="button"
          className={`button ${s.toggle}`}
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Close the guest list' : 'Open the guest list'}
          onClick={() => {
            if (isOpen) return close();
            open();
            title.current?.focus({ preventScroll: true });
          }}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" stroke="currentColor" strokeWidth="2" aria-hidden="true">
            <path d={isOpen ? 'm2 5 6 6 6-6' : 'm2 11 6-6 6 6'} fill="none" />
          </svg>
        </button>
      </header>
      <div ref={body} className={s.sheetBody} onFocus={open}>
        {children}
      </div>
    </section>
  );
}

function useIsShown(part: RefObject<HTMLElement | null>, screen: RefObject<HTMLElement | null>): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const seen = new IntersectionObserver(([latest]) => setShown(latest!.intersectionRatio >= 0.5), {
      root: screen.current,
      threshold: 0.5,
    });
    seen.observe(part.current!);
    return () => seen.disconnect();
  }, [part, screen]);
  return isShown;
}
