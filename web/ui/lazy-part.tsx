import { type ComponentType, useEffect, useState } from 'react';

/** A part that no first view waits for: its code is fetched and shown after hydration, with `idle` once the page has loaded and rests. */
export function LazyPart({ load, idle = false }: { load: () => Promise<ComponentType>; idle?: boolean }) {
  const [Loaded, setLoaded] = useState<{ Part: ComponentType }>();
  useEffect(() => {
    let gone = false;
    const fetchPart = () =>
      void load().then(
        (Part) => gone || setLoaded({ Part }),
        () => undefined,
      );
    const rest = () => setTimeout(fetchPart, 200);
    if (!idle) fetchPart();
    else if (document.readyState === 'complete') rest();
    else addEventListener('load', rest, { once: true });
    return () => {
      gone = true;
    };
    // The loader is a module's own import: it never changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return Loaded ? <Loaded.Part /> : null;
}
