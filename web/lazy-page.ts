import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';

const names = new WeakMap<object, string>();

/** Makes a page whose code is fetched on its first visit. `load` imports the code, which exports the page as `name`. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, () => void>>,
  name: Name,
): RouteComponent {
  const component: RouteComponent = lazyRouteComponent(load as () => Promise<Record<string, RouteComponent>>, name);
  names.set(component, name);
  return component;
}

/** The name of a lazy page's component. The Worker finds the page in the build manifest by this name in kebab case. */
export function nameOfPage(component: unknown): string | undefined {
  return typeof component === 'function' ? names.get(component) : undefined;
}
