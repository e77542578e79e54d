import { sql } from '../sql.ts';

/**
 * An approval, or a suspension, of a form that anybody may have sent goes to the account that has proven its address:
 * once, and then it stays there. A decision that can still be undone belongs to nobody yet.
 */
export const resellerApproval = [
  sql`
    CREATE VIEW reseller_claims AS
    SELECT application.id AS application_id, account.id AS account_id
    FROM auth_users account
    JOIN profiles profile ON profile.id = account.id
    JOIN reseller_applications application ON application.email_key = lower(account.email) AND application.applicant_id IS NULL
    WHERE account.email_confirmed_at IS NOT NULL AND account.deleted_at IS NULL
      AND (application.status = 'suspended' OR application.status = 'approved' AND application.tell_at IS NULL)`,
  sql`
    CREATE TRIGGER reseller_claimed_with_profile AFTER INSERT ON profiles
    BEGIN
      UPDATE reseller_applications SET applicant_id = new.id WHERE id IN (SELECT application_id FROM reseller_claims WHERE account_id = new.id);
    END`,
  sql`
    CREATE TRIGGER reseller_claimed_with_account AFTER INSERT ON auth_users
    BEGIN
      UPDATE reseller_applications SET applicant_id = new.id WHERE id IN (SELECT application_id FROM reseller_claims WHERE account_id = new.id);
    END`,
  sql`
    CREATE TRIGGER reseller_claimed_with_address AFTER UPDATE OF email, email_confirmed_at ON auth_users
    BEGIN
      UPDATE reseller_applications SET applicant_id = new.id WHERE id IN (SELECT application_id FROM reseller_claims WHERE account_id = new.id);
    END`,
  sql`
    CREATE TRIGGER reseller_claimed_with_form AFTER INSERT ON reseller_applications WHEN new.applicant_id IS NULL
    BEGIN
      UPDATE reseller_applications SET applicant_id = (SELECT account_id FROM reseller_claims WHERE application_id = new.id) WHERE id = new.id;
    END`,
  sql`
    CREATE TRIGGER reseller_claimed_with_decision AFTER UPDATE OF status, tell_at ON reseller_applications WHEN new.applicant_id IS NULL
    BEGIN
      UPDATE reseller_applications SET applicant_id = (SELECT account_id FROM reseller_claims WHERE application_id = new.id) WHERE id = new.id;
    END`,
  // An approval ends with its account, and so does an application that waits. A later account of the same address
  // applies again.
  sql`
    CREATE TRIGGER reseller_ends_with_account BEFORE DELETE ON auth_users
    BEGIN
      UPDATE reseller_applications SET status = 'rejected', note = 'The account was deleted.', tell_at = NULL, told_status = NULL,
        updated_at = max(updated_at + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
      WHERE applicant_id = old.id AND status IN ('pending', 'needs_info', 'approved');
    END`,
  sql`
    CREATE TRIGGER reseller_ends_with_emptied BEFORE UPDATE OF deleted_at ON auth_users WHEN new.deleted_at IS NOT NULL AND old.deleted_at IS NULL
    BEGIN
      UPDATE reseller_applications SET status = 'rejected', note = 'The account was deleted.', tell_at = NULL, told_status = NULL,
        updated_at = max(updated_at + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
      WHERE applicant_id = old.id AND status IN ('pending', 'needs_info', 'approved');
    END`,
];
