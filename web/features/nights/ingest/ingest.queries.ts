import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';
import { authHeader } from '../../../session/browser-session.ts';
import { setOnly } from '../../../admin-ui/use-filters.ts';

type Calls = ApiClient['admin']['ingest-deliveries'];
export type Delivery = InferResponseType<Calls['$get'], 200>['deliveries'][number];

/** The last hundred deliveries to the webhook that match the filters. */
export const deliveriesQuery = (api: ApiClient, filters: Record<'source' | 'result', string>) =>
  queryOptions({
    queryKey: ['admin', 'deliveries', filters],
    queryFn: async () => {
      const query = setOnly(filters);
      return (await unwrap(api.admin['ingest-deliveries'].$get({ query }))).deliveries;
    },
  });

export interface DeliveryAnswer {
  status: number;
  body: unknown;
  duration_ms: number;
}

/** Throws if no answer comes. */
export async function sendDelivery(text: string): Promise<DeliveryAnswer> {
  const headers = { 'Content-Type': 'application/json', ...(await authHeader()) };
  const began = performance.now();
  const answer = await fetch('/functions/v1/ingest-events', { method: 'POST', headers, body: text });
  const received = await answer.text();
  return { status: answer.status, body: parsed(received), duration_ms: Math.round(performance.now() - began) };
}

/** Returns the first error in an answer, `fallback` for a failure without an error text, or null for success. */
export function deliveryError({ status, body }: DeliveryAnswer, fallback: string): string | null {
  const { error, results } = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: unknown;
    results?: unknown;
  };
  if (typeof error === 'string') return error;
  const failed = Array.isArray(results)
    ? (results as { error?: unknown }[]).find((result) => typeof result.error === 'string')
    : undefined;
  if (failed) return failed.error as string;
  return status >= 400 ? fallback : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
