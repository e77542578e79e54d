import { Webhook } from 'standardwebhooks';
import events from '../../nyc-nights-2019.json';
import { shiftWeeks, weeksToFuture } from '../../../../worker/local/database/shift-weeks.ts';
import type { IngestResult } from '../../../../worker/contract/nights/ingest.ts';
import { callCounted } from '../call.ts';

export const SECRET = 'whsec_dGVzdC1zZWNyZXQtb25lLTEyMzQ1Njc4OTA=';

/** The second secret. It and `SECRET` are both valid during a rotation. */
export const SECOND_SECRET = 'whsec_dGVzdC1zZWNyZXQtdHdvLTEyMzQ1Njc4OTA=';

/** The third secret. It is bound to the source `bound-feed`. */
export const BOUND_SECRET = 'whsec_dGVzdC1zZWNyZXQtdGhyZWUtMTIzNDU2Nzg5MA==';

/** A delivery and how to sign it. A `body` that is text is sent unchanged. */
interface Delivery {
  body: unknown;
  id?: string;
  secret?: string;
  sentAt?: Date;
  headers?: Record<string, string>;
}

type Answer = Partial<{
  action: 'created' | 'updated';
  id: string;
  slug: string;
  error: string;
  fields: Record<string, string>;
  code: string;
}> & {
  results?: IngestResult[];
};

/** Signs a request with the reference implementation of Standard Webhooks and sends it. */
export async function sendFeed({
  body,
  id = `msg_${crypto.randomUUID()}`,
  secret = SECRET,
  sentAt = new Date(),
  headers = {},
}: Delivery) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { answer, cost } = await callCounted('/functions/v1/ingest-events', {
    method: 'POST',
    body: text,
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, sentAt, text),
      ...headers,
    },
  });
  const written = await answer.text();
  return { status: answer.status, text: written, body: JSON.parse(written) as Answer, cost, headers: answer.headers };
}

let eventsMade = 0;

export function feedEvent(over: Record<string, unknown> = {}) {
  const number = ++eventsMade;
  return {
    event_name: `Feed night ${number}`,
    venue_name: 'Nowadays',
    venue_address: '56-06 Cooper Ave, Flushing, NY 11385, USA',
    start_at: '2030-06-14T22:00:00',
    source: 'feed',
    external_id: `feed-${number}`,
    ...over,
  };
}

/** Returns the 206 real New York events of 2019, moved by whole weeks past `now`. */
export function realEvents(now: Date) {
  const weeks = weeksToFuture(events, now);
  return events.map((event) => shiftWeeks(event, weeks));
}
