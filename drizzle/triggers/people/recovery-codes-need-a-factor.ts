import { sql } from '../sql.ts';

export const recoveryCodesNeedAFactor = [
  sql`
    CREATE TRIGGER recovery_codes_end AFTER DELETE ON auth_factors WHEN old.status = 'verified'
    BEGIN
      DELETE FROM auth_recovery_codes WHERE user_id = old.user_id
        AND NOT EXISTS (SELECT 1 FROM auth_factors WHERE user_id = old.user_id AND status = 'verified');
    END`,
  sql`
    CREATE TRIGGER recovery_codes_need_a_factor BEFORE INSERT ON auth_recovery_codes
    WHEN NOT EXISTS (SELECT 1 FROM auth_factors WHERE user_id = new.user_id AND status = 'verified')
    BEGIN
      SELECT RAISE(ABORT, 'recovery_codes_need_a_factor: this user has no verified factor');
    END`,
];
