import { useRouteContext } from '@tanstack/react-router';
import type { ApiClient } from './api.ts';

/** The API client of this page. */
export function useApi(): ApiClient {
  return useRouteContext({ from: '__root__' }).api;
}
