CREATE TABLE `feed_nights` (
	`name_key` text NOT NULL,
	`venue_id` text NOT NULL,
	`start_at` integer NOT NULL,
	`event_id` text NOT NULL,
	PRIMARY KEY(`name_key`, `venue_id`, `start_at`),
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `feed_nights_event` ON `feed_nights` (`event_id`);--> statement-breakpoint
-- What feeds have made so far is called as it is called now; older words are not kept anywhere.
INSERT INTO `feed_nights` (`name_key`, `venue_id`, `start_at`, `event_id`)
SELECT `name_key`, `venue_id`, `start_at`, `id` FROM `events` WHERE `external_id` IS NULL AND `source` <> 'admin';
