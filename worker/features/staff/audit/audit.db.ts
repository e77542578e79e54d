import { and, desc, eq, lt } from 'drizzle-orm';
import { auditLog } from '../../../../drizzle/tables/staff/audit-log.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { Db } from '../../../context.ts';
import type { ListAudit } from '../../../contract/staff/audit.ts';
import { named } from '../../../../drizzle/tables/columns.ts';

export function findAuditEntries(db: Db, { cursor, limit, actor_id, action, target_type, target_id }: ListAudit) {
  return db
    .select({ ...entryColumns, actor: named('actor', { email: profiles.email, display_name: profiles.display_name }) })
    .from(auditLog)
    .leftJoin(profiles, eq(profiles.id, auditLog.actor_id))
    .where(
      and(
        cursor === undefined ? undefined : lt(auditLog.seq, cursor),
        actor_id ? eq(auditLog.actor_id, actor_id) : undefined,
        action ? eq(auditLog.action, action) : undefined,
        target_type ? eq(auditLog.target_type, target_type) : undefined,
        target_id ? eq(auditLog.target_id, target_id) : undefined,
      ),
    )
    .orderBy(desc(auditLog.seq))
    .limit(limit);
}

const entryColumns = {
  seq: auditLog.seq,
  at: auditLog.at,
  actor_id: auditLog.actor_id,
  actor_email: auditLog.actor_email,
  action: auditLog.action,
  target_type: auditLog.target_type,
  target_id: auditLog.target_id,
  before: auditLog.before,
  after: auditLog.after,
  request_id: auditLog.request_id,
  hash: auditLog.hash,
};
