import { sql } from '../sql.ts';

export const auditChain = [
  sql`
    CREATE TRIGGER audit_chain_follows BEFORE INSERT ON audit_log
    WHEN new.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM audit_log)
      OR new.prev_hash IS NOT coalesce((SELECT hash FROM audit_log ORDER BY seq DESC LIMIT 1), 'genesis')
    BEGIN
      SELECT RAISE(ABORT, 'audit_chain_follows: an entry must follow the last entry');
    END`,
  sql`
    CREATE TRIGGER audit_chain_update BEFORE UPDATE ON audit_log
    BEGIN
      SELECT RAISE(ABORT, 'audit_chain_update: an entry is never changed');
    END`,
  sql`
    CREATE TRIGGER audit_chain_delete BEFORE DELETE ON audit_log
    BEGIN
      SELECT RAISE(ABORT, 'audit_chain_delete: an entry is never deleted');
    END`,
];
