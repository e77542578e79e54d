import { useRouteContext } from '@tanstack/react-router';
import type { ApiClient } from './api.ts';

export function useApi(): ApiClient {
  return useRouteContext({ from: '__root__' }).api;
}
