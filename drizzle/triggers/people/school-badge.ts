import { sql } from '../sql.ts';

/** An account that loses its badge loses the proof of its school inbox, so the inbox can prove an account again. */
export const schoolBadge = [
  sql`
    CREATE TRIGGER school_badge_taken AFTER UPDATE OF is_student_verified ON profiles
    WHEN old.is_student_verified = 1 AND new.is_student_verified = 0
    BEGIN
      UPDATE school_proofs SET status = 'revoked' WHERE user_id = new.id AND status = 'proven';
    END`,
];
