ALTER TABLE `messages` ADD `mentions` text;--> statement-breakpoint
CREATE INDEX `messages_user` ON `messages` (`user_id`);--> statement-breakpoint
ALTER TABLE `room` ADD `slow_seconds` integer DEFAULT 0 NOT NULL;