import { sql } from '../sql.ts';

export const recoveryCodes = [
  sql`
    CREATE TRIGGER recovery_codes_end AFTER DELETE ON auth_factors WHEN old.status = 'verified'
    BEGIN
      DELETE FROM auth_recovery_codes WHERE user_id = old.user_id
        AND NOT EXISTS (SELECT 1 FROM auth_factors WHERE user_id = old.user_id AND status = 'verified');
    END`,
];
