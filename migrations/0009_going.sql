-- replaces constraint launch_switches_feature_known of launch_switches
-- replaces index waitlist_applicant
DROP TRIGGER "waitlist_first_listed";
--> statement-breakpoint
DROP TRIGGER "listing_meets_waitlist";
--> statement-breakpoint
DROP VIEW "waitlist_waiting";
--> statement-breakpoint
DROP INDEX "waitlist_applicant";
--> statement-breakpoint
CREATE TABLE `goings` (
	`user_id` text NOT NULL,
	`event_id` text NOT NULL,
	`intent` text NOT NULL,
	`forget_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "goings_intent_known" CHECK("goings"."intent" in ('going', 'with_somebody'))
);
--> statement-breakpoint
PRAGMA defer_foreign_keys = on;
--> statement-breakpoint
CREATE TABLE "kept_launch_switches" AS SELECT rowid AS kept_rowid, * FROM "launch_switches";
--> statement-breakpoint
DROP TABLE "launch_switches";
--> statement-breakpoint
CREATE TABLE `launch_switches` (
	`feature` text PRIMARY KEY NOT NULL,
	`is_on` integer DEFAULT false NOT NULL,
	`updated_by` text,
	`updated_at` integer NOT NULL,
	CONSTRAINT "launch_switches_feature_known" CHECK("launch_switches"."feature" in ('live', 'my-tickets', 'tickets', 'sell', 'venues', 'payments', 'handover', 'school', 'vouches', 'push', 'squads', 'going'))
);
--> statement-breakpoint
INSERT INTO "launch_switches" (rowid, "feature", "is_on", "updated_by", "updated_at")
  SELECT kept_rowid, "feature", "is_on", "updated_by", "updated_at" FROM "kept_launch_switches";
--> statement-breakpoint
DROP TABLE "kept_launch_switches";
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN `shows_going` integer DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE INDEX `goings_user` ON `goings` (`user_id`);
--> statement-breakpoint
CREATE INDEX `goings_forget` ON `goings` (`forget_at`);
--> statement-breakpoint
CREATE INDEX `profiles_shows_going` ON `profiles` (`id`) WHERE shows_going = 1;
--> statement-breakpoint
CREATE INDEX `ticket_requests_bought` ON `ticket_requests` (`buyer_id`,`event_id`) WHERE status = 'accepted';
--> statement-breakpoint
CREATE INDEX `waitlist_applicant` ON `waitlist` (`applicant_id`,`event_id`);
--> statement-breakpoint
CREATE VIEW waitlist_waiting AS
SELECT id AS entry_id, event_id, applicant_id, places FROM waitlist
WHERE event_id IS NOT NULL AND confirmed_at IS NOT NULL AND (status = 'pending' OR told_status = 'pending')
  AND missed < 2
  AND EXISTS (SELECT 1 FROM launch_switches WHERE feature = 'push' AND is_on = 1);
--> statement-breakpoint
CREATE TRIGGER waitlist_first_listed AFTER INSERT ON listings
WHEN new.status = 'active' AND new.waitlist_first = 0 AND EXISTS (SELECT 1 FROM waitlist_waiting w WHERE w.event_id = new.event_id AND w.places <= new.quantity
    AND w.applicant_id IS NOT new.seller_id AND true)
BEGIN
  UPDATE listings SET waitlist_first = 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_meets_waitlist AFTER UPDATE OF quantity, status ON listings
WHEN new.status = 'active' AND new.waitlist_first = 0 AND new.quantity > old.quantity OR new.status IN ('withdrawn', 'expired', 'rejected')
BEGIN
  UPDATE listings SET waitlist_first = 1 WHERE id = new.id AND new.status = 'active' AND EXISTS (SELECT 1 FROM waitlist_waiting w WHERE w.event_id = new.event_id AND w.places <= new.quantity
    AND w.applicant_id IS NOT new.seller_id AND NOT EXISTS (SELECT 1 FROM waitlist_offers o WHERE o.entry_id = w.entry_id AND o.listing_id = new.id));
  UPDATE waitlist_offers SET status = 'ended', ended_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
    WHERE listing_id = new.id AND status = 'open' AND new.status IN ('withdrawn', 'expired', 'rejected');
  UPDATE listings SET waitlist_first = 0 WHERE id = new.id AND waitlist_first = 1 AND new.status IN ('withdrawn', 'expired', 'rejected');
END;
--> statement-breakpoint
INSERT INTO launch_switches (feature, is_on, updated_at) VALUES
('going', 0, 0)
ON CONFLICT (feature) DO NOTHING;
