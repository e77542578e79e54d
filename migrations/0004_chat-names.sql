CREATE TABLE `name_erasures` (
	`user_id` text PRIMARY KEY NOT NULL,
	`event_place` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `name_erasures_place` ON `name_erasures` (`event_place`);