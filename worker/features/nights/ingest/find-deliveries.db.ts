import { and, desc, eq, gte, lt, or, sql } from 'drizzle-orm';
import { ingestDeliveries } from '../../../../drizzle/tables/nights/ingest-deliveries.ts';
import type { Db } from '../../../context.ts';
import type { ListDeliveries } from '../../../contract/nights/deliveries.ts';

const SHOWN = 100;

export function findDeliveries(db: Db, { source, result, sender_id }: ListDeliveries & { sender_id: string | null }) {
  const wentWrong = or(gte(ingestDeliveries.status, 400), gte(ingestDeliveries.failed, 1));
  const wentWell = and(lt(ingestDeliveries.status, 400), eq(ingestDeliveries.failed, 0));
  return db
    .select({
      id: ingestDeliveries.id,
      source: ingestDeliveries.source,
      status: ingestDeliveries.status,
      created: ingestDeliveries.created,
      updated: ingestDeliveries.updated,
      failed: ingestDeliveries.failed,
      error: ingestDeliveries.error,
      duration_ms: ingestDeliveries.duration_ms,
      received_at: ingestDeliveries.received_at,
      result: sql<'ok' | 'error'>`case when ${wentWrong} then 'error' else 'ok' end`,
    })
    .from(ingestDeliveries)
    .where(
      and(
        sender_id === null ? undefined : eq(ingestDeliveries.sender_id, sender_id),
        source ? eq(ingestDeliveries.source, source) : undefined,
        result && (result === 'error' ? wentWrong : wentWell),
      ),
    )
    .orderBy(desc(ingestDeliveries.received_at))
    .limit(SHOWN);
}
