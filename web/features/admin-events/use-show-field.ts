import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../api.ts';
import { adminVenuesQuery } from '../admin/admin.queries.ts';
import { shortTime } from '../admin/at.tsx';

/** How a stored field of an event reads: times in New York, cents as dollars, venues by name. */
export function useShowField(api: ApiClient) {
  const { data: venues = [] } = useQuery(adminVenuesQuery(api));
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined) return '';
    if (field.endsWith('_at')) return shortTime(String(value));
    if (field.endsWith('_cents')) return `$${(Number(value) / 100).toFixed(2)}`;
    if (field.endsWith('_pct')) return `${String(value)} %`;
    if (field === 'venue_id') return venues.find(({ id }) => id === value)?.name ?? String(value);
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return String(value);
  };
}
