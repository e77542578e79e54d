import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A part that gets its code from `load` after hydration, or after the page has loaded if `idle` is set. If the prop
 * `load` changes, the part fetches again. After a failure the part shows `failed`, and fetches again when the browser
 * is back online.
 */
export function LazyPart({
  load,
  idle = false,
  failed,
}: {
  load: () => Promise<ComponentType>;
  idle?: boolean;
  failed?: ReactNode;
}) {
  const [Loaded, setLoaded] = useState<{ Part: ComponentType }>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    const fetchPart = () =>
      void load().then(
        (Part) => isUnmounted || setLoaded({ Part }),
        () => {
          if (isUnmounted) return;
          setFailed(true);
          addEventListener('online', fetchPart, { once: true });
        },
      );
    const fetchLater = () => setTimeout(fetchPart, 200);
    if (!idle) fetchPart();
    else if (document.readyState === 'complete') fetchLater();
    else addEventListener('load', fetchLater, { once: true });
    return () => {
      isUnmounted = true;
      removeEventListener('online', fetchPart);
    };
  }, [load, idle]);
  return Loaded ? <Loaded.Part /> : hasFailed && failed;
}
