CREATE TABLE `deleted_events` (
	`event_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deleted_events_created` ON `deleted_events` (`created_at`);