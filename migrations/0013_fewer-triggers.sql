-- removes trigger recovery_codes_need_a_factor
-- removes trigger school_badge_taken
-- removes trigger request_deleted
-- removes trigger squad_card_is_kept
-- removes trigger kept_card_is_kept
DROP TRIGGER "recovery_codes_need_a_factor";
--> statement-breakpoint
DROP TRIGGER "school_badge_taken";
--> statement-breakpoint
DROP TRIGGER "request_deleted";
--> statement-breakpoint
DROP TRIGGER "squad_card_is_kept";
--> statement-breakpoint
DROP TRIGGER "kept_card_is_kept";
