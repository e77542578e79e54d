CREATE TABLE `audit_log` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text NOT NULL,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`request_id` text NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_target` ON `audit_log` (`target_type`,`target_id`,`seq`);--> statement-breakpoint
CREATE TABLE `images` (
	`key` text PRIMARY KEY NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`uploaded_by` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `launch_switches` (
	`feature` text PRIMARY KEY NOT NULL,
	`is_on` integer DEFAULT false NOT NULL,
	`updated_by` text,
	`updated_at` integer NOT NULL,
	CONSTRAINT "launch_switches_feature_known" CHECK("launch_switches"."feature" in ('live', 'my-tickets', 'tickets', 'sell'))
);
--> statement-breakpoint
DROP INDEX `waitlist_event_created`;--> statement-breakpoint
CREATE INDEX `waitlist_event_status_created` ON `waitlist` (`event_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `waitlist_event_created` ON `waitlist` (`event_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_image` ON `events` (`image_url`);