import { type ComponentType, useEffect, useState } from 'react';

/** A part whose code is fetched after hydration; with `idle`, after the page has loaded. */
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
    // `load` is the same import on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return Loaded ? <Loaded.Part /> : null;
}
