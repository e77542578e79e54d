import { lazyRouteComponent } from '@tanstack/react-router';

/**
 * Parts that the server renders with the page, and whose code the browser fetches after the first load. Until then
 * their links lead on as plain links do. Their styles are imported by the part of the page around them.
 */
export const TabBar = lazyRouteComponent(() => import('./pages/tab-bar.tsx'), 'TabBar');
export const FindANight = lazyRouteComponent(() => import('./features/nights/events/find-a-night.tsx'), 'FindANight');

/** Loads the parts, so that they can be rendered at once. */
export const loadLateParts = () => Promise.all([TabBar.preload?.(), FindANight.preload?.()]);
