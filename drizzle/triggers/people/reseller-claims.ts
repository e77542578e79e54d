import { sql } from '../sql.ts';

const claim = sql`
      UPDATE reseller_applications SET applicant_id = new.id WHERE id IN (SELECT application_id FROM reseller_claims
        WHERE account_id = new.id);`;

/**
 * Links a reseller application to the account that has confirmed the application's email address. The application must
 * have no account yet, and must be suspended or approved. An approval counts once it can no longer be undone.
 */
export const resellerClaims = [
  sql`
    CREATE VIEW reseller_claims AS
    SELECT application.id AS application_id, account.id AS account_id
    FROM auth_users account
    JOIN profiles profile ON profile.id = account.id
    JOIN reseller_applications application ON application.email_key = lower(account.email)
      AND application.applicant_id IS NULL
    WHERE account.email_confirmed_at IS NOT NULL AND account.deleted_at IS NULL
      AND (application.status = 'suspended' OR application.status = 'approved' AND application.tell_at IS NULL)`,
  sql`
    CREATE TRIGGER reseller_claimed_with_profile AFTER INSERT ON profiles
    BEGIN${claim}
    END`,
  sql`
    CREATE TRIGGER reseller_claimed_with_address AFTER UPDATE OF email, email_confirmed_at ON auth_users
    BEGIN${claim}
    END`,
  sql`
    CREATE TRIGGER reseller_claimed_with_decision AFTER UPDATE OF status, tell_at ON reseller_applications
      WHEN new.applicant_id IS NULL
    BEGIN
      UPDATE reseller_applications SET applicant_id = (SELECT account_id FROM reseller_claims
        WHERE application_id = new.id) WHERE id = new.id;
    END`,
];
