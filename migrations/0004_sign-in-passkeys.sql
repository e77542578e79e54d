CREATE TABLE `auth_sign_in_passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`friendly_name` text NOT NULL,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "auth_sign_in_passkeys_counter_counts" CHECK(counter >= 0)
);
--> statement-breakpoint
CREATE INDEX `auth_sign_in_passkeys_user` ON `auth_sign_in_passkeys` (`user_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_sign_in_passkeys_credential` ON `auth_sign_in_passkeys` (`credential_id`);
