import { useQuery } from '@tanstack/react-query';
import { dollars, priceText } from '../../../../worker/contract/trade/money.ts';
import type { ApiClient } from '../../../api.ts';
import { adminVenuesQuery } from '../../../admin-ui/admin.queries.ts';
import { shortTime } from '../../../admin-ui/date-time.tsx';
import { textOf } from '../../../admin-ui/text-of.ts';

/** Shows a stored field of an event as text: times in New York, cents as dollars, venues by name. */
export function useShowField(api: ApiClient) {
  const { data: venues = [] } = useQuery(adminVenuesQuery(api));
  return (field: string, value: unknown): string => {
    const text = textOf(value);
    if (text === '') return '';
    if (field.endsWith('_at')) return shortTime(text);
    if (field.endsWith('_cents')) return priceText(dollars(Number(value)));
    if (field.endsWith('_pct')) return `${text} %`;
    if (field === 'venue_id') return venues.find(({ id }) => id === value)?.name ?? text;
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return text;
  };
}
