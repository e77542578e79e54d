import { sql } from '../sql.ts';

/**
 * The proof of a school inbox holds only while its person has the badge. So the inbox is free again as soon as the
 * badge is taken away, by whoever takes it: the person, staff, or the deletion of the account.
 */
export const schoolBadge = [
  sql`
    CREATE TRIGGER school_badge_taken AFTER UPDATE OF is_student_verified ON profiles
    WHEN old.is_student_verified = 1 AND new.is_student_verified = 0
    BEGIN
      UPDATE school_proofs SET status = 'revoked' WHERE user_id = new.id AND status = 'proven';
    END`,
];
