CREATE TABLE `messages` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`client_id` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`author_name` text,
	`author_is_verified` integer NOT NULL,
	`removed_at` integer,
	`removed_by_id` text,
	`removed_by_name` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_id` ON `messages` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_client` ON `messages` (`user_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `mutes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`muted_at` integer NOT NULL,
	`muted_by_id` text NOT NULL,
	`muted_by_name` text
);
--> statement-breakpoint
CREATE TABLE `relays` (
	`number` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `room` (
	`id` integer PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`announced_seq` integer DEFAULT 0 NOT NULL,
	`closed_at` integer,
	CONSTRAINT "room_is_one" CHECK("room"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `sent_keys` (
	`user_id` text NOT NULL,
	`client_id` text NOT NULL,
	`seq` integer NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`pruned_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `client_id`)
);
