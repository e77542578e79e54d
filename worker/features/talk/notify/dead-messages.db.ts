import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { outbox } from '../../../../drizzle/tables/talk/outbox.ts';
import type { Db } from '../../../context.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import { notDead } from './dead-messages.errors.ts';

export function findDead(db: Db, { limit }: { limit: number }) {
  const { id, channel, recipient, purpose, content_id, attempts, last_error, expires_at, created_at } = outbox;
  return db
    .select({ id, channel, recipient, purpose, content_id, attempts, last_error, expires_at, created_at })
    .from(outbox)
    .where(eq(outbox.status, 'dead'))
    .orderBy(desc(outbox.created_at))
    .limit(limit);
}

/**
 * Makes a dead message pending again, with its count of attempts at zero. The audit log gets neither the address nor
 * `last_error`, because a carrier's error may contain the address. Throws `request.conflict` if the message is not
 * dead, or has expired.
 */
export async function revive(db: Db, { id, stamp }: { id: string; stamp: AuditStamp }): Promise<void> {
  const isDead = and(
    eq(outbox.id, id),
    eq(outbox.status, 'dead'),
    or(isNull(outbox.expires_at), gt(outbox.expires_at, stamp.at)),
  );
  const run = db
    .update(outbox)
    .set({ status: 'pending', attempts: 0, last_error: null, retry_at: stamp.at })
    .where(isDead);
  const change = { action: 'message.send_again', target_type: 'message', target_id: id };
  const isDone = await tryAudited(db, {
    stamp,
    changes: [{ run, ...change, before: { status: 'dead' }, after: { status: 'pending' } }],
  });
  if (!isDone) throw notDead();
}
