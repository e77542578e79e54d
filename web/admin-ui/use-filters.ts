import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Keeps a list's filters in the URL, so that a link or the Back button restores them. Empty filters are left out. */
export function useFilters<K extends string>(
  names: readonly K[],
): [Record<K, string>, (change: Partial<Record<K, string>>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters = Object.fromEntries(names.map((name) => [name, wordOf(search[name])])) as Record<K, string>;
  const change = useCallback(
    (changed: Partial<Record<K, string>>) =>
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) =>
          Object.fromEntries(Object.entries({ ...before, ...changed }).filter(([, value]) => value !== ''))) as never,
        replace: true,
        resetScroll: false,
        viewTransition: false,
      }),
    [navigate],
  );
  return [filters, change];
}

/** Leaves out empty filters, because the server refuses an empty text where it expects a known value. */
export function setOnly(filters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
