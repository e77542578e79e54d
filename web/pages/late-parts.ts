import { lazyRouteComponent } from '@tanstack/react-router';

/** Parts that the server renders. The browser fetches their code late, but their links work before that. */
export const TabBar = lazyRouteComponent(() => import('./tab-bar.tsx'), 'TabBar');
export const FindAnEvent = lazyRouteComponent(
  () => import('../features/nights/events/find-an-event.tsx'),
  'FindAnEvent',
);

export const loadLateParts = () => Promise.all([TabBar.preload?.(), FindAnEvent.preload?.()]);
