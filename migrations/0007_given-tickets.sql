-- replaces constraint launch_switches_feature_known of launch_switches
-- replaces trigger pass_changes
DROP TRIGGER "pass_changes";
--> statement-breakpoint
DROP TRIGGER "waitlist_first_listed";
--> statement-breakpoint
DROP TRIGGER "listing_meets_waitlist";
--> statement-breakpoint
DROP VIEW "waitlist_waiting";
--> statement-breakpoint
CREATE TABLE `given_tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`position` integer NOT NULL,
	`token_hash` text NOT NULL,
	`to_id` text,
	`friend_id` text,
	`accepted_at` integer,
	`opened_at` integer,
	`ended_at` integer,
	`ended_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `payments`(`request_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`friend_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "given_tickets_position" CHECK(position between 1 and 20),
	CONSTRAINT "given_tickets_accepted" CHECK((friend_id is null) = (accepted_at is null)),
	CONSTRAINT "given_tickets_opened" CHECK(opened_at is null or accepted_at is not null),
	CONSTRAINT "given_tickets_ended" CHECK((ended_at is null) = (ended_by is null)),
	CONSTRAINT "given_tickets_end_known" CHECK(ended_by is null or "given_tickets"."ended_by" in ('buyer', 'friend'))
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
	CONSTRAINT "launch_switches_feature_known" CHECK("launch_switches"."feature" in ('live', 'my-tickets', 'tickets', 'sell', 'venues', 'payments', 'handover', 'school', 'vouches', 'push', 'squads'))
);
--> statement-breakpoint
INSERT INTO "launch_switches" (rowid, "feature", "is_on", "updated_by", "updated_at")
  SELECT kept_rowid, "feature", "is_on", "updated_by", "updated_at" FROM "kept_launch_switches";
--> statement-breakpoint
DROP TABLE "kept_launch_switches";
--> statement-breakpoint
CREATE UNIQUE INDEX `given_tickets_token_hash_unique` ON `given_tickets` (`token_hash`);
--> statement-breakpoint
CREATE UNIQUE INDEX `given_tickets_live` ON `given_tickets` (`request_id`,`position`) WHERE ended_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX `given_tickets_friend` ON `given_tickets` (`request_id`,`friend_id`) WHERE ended_at is null and friend_id is not null;
--> statement-breakpoint
CREATE INDEX `given_tickets_of_friend` ON `given_tickets` (`friend_id`,`ended_at`) WHERE friend_id is not null;
--> statement-breakpoint
CREATE INDEX `given_tickets_request` ON `given_tickets` (`request_id`);
--> statement-breakpoint
CREATE VIEW waitlist_waiting AS
SELECT id AS entry_id, event_id, applicant_id, places FROM waitlist
WHERE event_id IS NOT NULL AND confirmed_at IS NOT NULL AND (status = 'pending' OR told_status = 'pending')
  AND missed < 2
  AND EXISTS (SELECT 1 FROM launch_switches WHERE feature = 'push' AND is_on = 1);
--> statement-breakpoint
CREATE TRIGGER pass_changes BEFORE UPDATE ON passes
BEGIN
  SELECT RAISE(ABORT, 'passes_stay: this pass cannot change') WHERE (new.request_id, new.position, new.device_key) IS NOT (old.request_id, old.position, old.device_key) OR old.voided_at IS NOT NULL
      AND (new.voided_at) IS NOT (old.voided_at);
  SELECT RAISE(ABORT, 'passes_move_before_entry: somebody was let in with these passes') WHERE new.voided_at IS NOT NULL AND old.voided_at IS NULL
      AND EXISTS (SELECT 1 FROM scans WHERE request_id = new.request_id AND position = new.position
        AND seat IS NOT NULL AND way = 'qr');
END;
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
('squads', 0, 0)
ON CONFLICT (feature) DO NOTHING;
