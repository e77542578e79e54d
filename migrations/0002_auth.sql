CREATE TABLE `auth_flow_states` (
	`id` text PRIMARY KEY NOT NULL,
	`auth_code` text,
	`code_challenge` text,
	`code_challenge_method` text,
	`code_issued_at` integer,
	`user_id` text,
	`linking_user_id` text,
	`authentication_method` text NOT NULL,
	`provider` text NOT NULL,
	`provider_verifier` text,
	`provider_nonce` text,
	`provider_access_token` text,
	`provider_refresh_token` text,
	`invite_token` text,
	`redirect_to` text,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`linking_user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_flow_states_code` ON `auth_flow_states` (`auth_code`) WHERE auth_code is not null;--> statement-breakpoint
CREATE INDEX `auth_flow_states_created` ON `auth_flow_states` (`created_at`);--> statement-breakpoint
CREATE INDEX `auth_flow_states_user` ON `auth_flow_states` (`user_id`);--> statement-breakpoint
CREATE TABLE `auth_one_time_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`address` text NOT NULL,
	`flow_state_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "auth_codes_kind_known" CHECK("auth_one_time_codes"."kind" in ('confirmation', 'recovery', 'email_change_current', 'email_change_new', 'phone', 'phone_change', 'reauthentication'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_codes_user_kind` ON `auth_one_time_codes` (`user_id`,`kind`);--> statement-breakpoint
CREATE UNIQUE INDEX `auth_codes_hash` ON `auth_one_time_codes` (`hash`);--> statement-breakpoint
CREATE INDEX `auth_codes_expiry` ON `auth_one_time_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `auth_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`factor_id` text NOT NULL,
	`ip` text NOT NULL,
	`code_hash` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`factor_id`) REFERENCES `auth_factors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_challenges_factor` ON `auth_challenges` (`factor_id`);--> statement-breakpoint
CREATE INDEX `auth_challenges_expiry` ON `auth_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `auth_factors` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`factor_type` text NOT NULL,
	`status` text DEFAULT 'unverified' NOT NULL,
	`friendly_name` text,
	`phone` text,
	`secret` text,
	`last_step` integer,
	`last_challenged_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "auth_factors_type_known" CHECK("auth_factors"."factor_type" in ('totp', 'phone')),
	CONSTRAINT "auth_factors_status_known" CHECK("auth_factors"."status" in ('unverified', 'verified'))
);
--> statement-breakpoint
CREATE INDEX `auth_factors_user` ON `auth_factors` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `auth_factors_name` ON `auth_factors` (`user_id`,`friendly_name`) WHERE friendly_name is not null and friendly_name <> '';--> statement-breakpoint
CREATE TABLE `auth_identities` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`provider` text NOT NULL,
	`provider_id` text NOT NULL,
	`email` text,
	`identity_data` text DEFAULT '{}' NOT NULL,
	`last_sign_in_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_identities_provider` ON `auth_identities` (`provider`,`provider_id`);--> statement-breakpoint
CREATE INDEX `auth_identities_user` ON `auth_identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `auth_amr` (
	`session_id` text NOT NULL,
	`method` text NOT NULL,
	`provider` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`session_id`, `method`),
	FOREIGN KEY (`session_id`) REFERENCES `auth_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `auth_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`counter` integer DEFAULT 0 NOT NULL,
	`counter_floor` integer DEFAULT 0 NOT NULL,
	`refresh_key` text NOT NULL,
	`aal` text DEFAULT 'aal1' NOT NULL,
	`factor_id` text,
	`user_agent` text,
	`ip` text,
	`refreshed_at` integer,
	`not_after` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "auth_sessions_aal_known" CHECK("auth_sessions"."aal" in ('aal1', 'aal2'))
);
--> statement-breakpoint
CREATE INDEX `auth_sessions_user` ON `auth_sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `auth_users` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text DEFAULT 'authenticated' NOT NULL,
	`email` text,
	`phone` text,
	`password_hash` text,
	`email_confirmed_at` integer,
	`phone_confirmed_at` integer,
	`invited_at` integer,
	`confirmation_sent_at` integer,
	`recovery_sent_at` integer,
	`new_email` text,
	`email_change_sent_at` integer,
	`email_change_proven` text,
	`new_phone` text,
	`phone_change_sent_at` integer,
	`reauthentication_sent_at` integer,
	`last_sign_in_at` integer,
	`app_metadata` text DEFAULT '{}' NOT NULL,
	`user_metadata` text DEFAULT '{}' NOT NULL,
	`is_anonymous` integer DEFAULT false NOT NULL,
	`banned_until` integer,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_users_email` ON `auth_users` (lower("email")) WHERE email is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `auth_users_phone` ON `auth_users` (`phone`) WHERE phone is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `auth_users_created` ON `auth_users` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `auth_web3_messages` (
	`hash` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_web3_messages_expiry` ON `auth_web3_messages` (`expires_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`sealed` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`provider_id` text,
	`sent_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "outbox_channel_known" CHECK("outbox"."channel" in ('email', 'sms')),
	CONSTRAINT "outbox_status_known" CHECK("outbox"."status" in ('pending', 'sent', 'dead'))
);
--> statement-breakpoint
CREATE INDEX `outbox_status_created` ON `outbox` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`recipient`,`created_at`);