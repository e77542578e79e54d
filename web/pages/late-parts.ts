import { lazyRouteComponent } from '@tanstack/react-router';

/**
 * Parts that the server renders with the page, and whose code the browser fetches after the first load. Until then
 * their links work as plain links. Their styles are imported by the parts of the page around them.
 */
export const TabBar = lazyRouteComponent(() => import('./tab-bar.tsx'), 'TabBar');
export const FindAnEvent = lazyRouteComponent(
  () => import('../features/nights/events/find-an-event.tsx'),
  'FindAnEvent',
);

/** Loads the parts, so that they can be rendered at once. */
export const loadLateParts = () => Promise.all([TabBar.preload?.(), FindAnEvent.preload?.()]);
