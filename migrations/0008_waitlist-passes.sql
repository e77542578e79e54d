CREATE TABLE `waitlist_passes` (
	`entry_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`device_key` text NOT NULL,
	`phones` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`entry_id`) REFERENCES `waitlist`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "waitlist_passes_device_key" CHECK(length(device_key) = 64),
	CONSTRAINT "waitlist_passes_phones" CHECK(phones >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_passes_id_unique` ON `waitlist_passes` (`id`);
