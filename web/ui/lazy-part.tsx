import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A part whose code `load` fetches after hydration; with `idle`, after the page has loaded. Another function fetches
 * again. If that fails, `failed` is shown, and the code is fetched again when the browser is online.
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
    let gone = false;
    const fetchPart = () =>
      void load().then(
        (Part) => gone || setLoaded({ Part }),
        () => {
          if (gone) return;
          setFailed(true);
          addEventListener('online', fetchPart, { once: true });
        },
      );
    const rest = () => setTimeout(fetchPart, 200);
    if (!idle) fetchPart();
    else if (document.readyState === 'complete') rest();
    else addEventListener('load', rest, { once: true });
    return () => {
      gone = true;
      removeEventListener('online', fetchPart);
    };
  }, [load, idle]);
  return Loaded ? <Loaded.Part /> : hasFailed && failed;
}
