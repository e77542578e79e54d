CREATE TABLE `audit_log` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text NOT NULL,
	`actor_email` text,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`request_id` text NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL,
	CONSTRAINT "audit_log_has_action" CHECK(action <> '')
);
--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_target` ON `audit_log` (`target_type`,`target_id`,`seq`);--> statement-breakpoint
CREATE TABLE `auth_amr` (
	`session_id` text NOT NULL,
	`method` text NOT NULL,
	`provider` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`session_id`, `method`),
	FOREIGN KEY (`session_id`) REFERENCES `auth_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
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
	CONSTRAINT "auth_factors_type_known" CHECK("auth_factors"."factor_type" in ('totp', 'phone', 'webauthn')),
	CONSTRAINT "auth_factors_status_known" CHECK("auth_factors"."status" in ('unverified', 'verified'))
);
--> statement-breakpoint
CREATE INDEX `auth_factors_user` ON `auth_factors` (`user_id`);--> statement-breakpoint
CREATE INDEX `auth_factors_unverified` ON `auth_factors` (`created_at`) WHERE status = 'unverified';--> statement-breakpoint
CREATE INDEX `auth_factors_verified` ON `auth_factors` (`user_id`) WHERE status = 'verified';--> statement-breakpoint
CREATE UNIQUE INDEX `auth_factors_name` ON `auth_factors` (`user_id`,`friendly_name`) WHERE friendly_name is not null and friendly_name <> '';--> statement-breakpoint
CREATE TABLE `auth_flow_states` (
	`id` text PRIMARY KEY NOT NULL,
	`auth_code` text,
	`code_challenge` text,
	`code_challenge_method` text,
	`code_issued_at` integer,
	`user_id` text,
	`linking_user_id` text,
	`linking_person` text,
	`authentication_method` text NOT NULL,
	`provider` text NOT NULL,
	`provider_verifier` text,
	`provider_nonce` text,
	`provider_access_token` text,
	`provider_refresh_token` text,
	`invite_token` text,
	`redirect_to` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`linking_user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_flow_states_code` ON `auth_flow_states` (`auth_code`) WHERE auth_code is not null;--> statement-breakpoint
CREATE INDEX `auth_flow_states_created` ON `auth_flow_states` (`created_at`);--> statement-breakpoint
CREATE INDEX `auth_flow_states_user` ON `auth_flow_states` (`user_id`);--> statement-breakpoint
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
CREATE TABLE `auth_notices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`address` text NOT NULL,
	`hash` text NOT NULL,
	`used_at` integer,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_notices_hash` ON `auth_notices` (`hash`);--> statement-breakpoint
CREATE INDEX `auth_notices_user` ON `auth_notices` (`user_id`,`used_at`);--> statement-breakpoint
CREATE INDEX `auth_notices_expiry` ON `auth_notices` (`expires_at`);--> statement-breakpoint
CREATE TABLE `auth_one_time_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`address` text NOT NULL,
	`flow_state_id` text,
	`sign_up` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "auth_codes_kind_known" CHECK("auth_one_time_codes"."kind" in ('confirmation', 'recovery', 'email_change_current', 'email_change_new', 'phone', 'phone_change', 'reauthentication'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_codes_user_kind` ON `auth_one_time_codes` (`user_id`,`kind`);--> statement-breakpoint
CREATE UNIQUE INDEX `auth_codes_hash` ON `auth_one_time_codes` (`hash`);--> statement-breakpoint
CREATE INDEX `auth_codes_address` ON `auth_one_time_codes` (`address`,`kind`);--> statement-breakpoint
CREATE INDEX `auth_codes_expiry` ON `auth_one_time_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `auth_passkeys` (
	`factor_id` text PRIMARY KEY NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`factor_id`) REFERENCES `auth_factors`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "auth_passkeys_counter_counts" CHECK(counter >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_passkeys_credential` ON `auth_passkeys` (`credential_id`);--> statement-breakpoint
CREATE TABLE `auth_recovery_codes` (
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
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
	`not_after` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "auth_sessions_aal_known" CHECK("auth_sessions"."aal" in ('aal1', 'aal2'))
);
--> statement-breakpoint
CREATE INDEX `auth_sessions_user` ON `auth_sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `auth_sessions_end` ON `auth_sessions` (`not_after`);--> statement-breakpoint
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
CREATE INDEX `auth_users_unproven` ON `auth_users` (`created_at`) WHERE email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `auth_users_anonymous` ON `auth_users` (`created_at`) WHERE is_anonymous = 1 and deleted_at is null;--> statement-breakpoint
CREATE TABLE `auth_web3_messages` (
	`hash` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_web3_messages_expiry` ON `auth_web3_messages` (`expires_at`);--> statement-breakpoint
CREATE TABLE `blocks` (
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`blocker_id`, `blocked_id`),
	FOREIGN KEY (`blocker_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "blocks_not_self" CHECK(blocker_id <> blocked_id)
);
--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`);--> statement-breakpoint
CREATE TABLE `calendar_links` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_links_token` ON `calendar_links` (`token_hash`);--> statement-breakpoint
CREATE TABLE `chat_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`message_id` text NOT NULL,
	`seq` integer NOT NULL,
	`author_id` text NOT NULL,
	`body` text NOT NULL,
	`reporter_id` text NOT NULL,
	`reason` text NOT NULL,
	`note` text,
	`status` text DEFAULT 'open' NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reporter_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "chat_reports_decided" CHECK((status = 'open') = (decided_at is null)),
	CONSTRAINT "chat_reports_reason_known" CHECK("chat_reports"."reason" in ('scam', 'harassment', 'hate', 'spam', 'other')),
	CONSTRAINT "chat_reports_status_known" CHECK("chat_reports"."status" in ('open', 'removed', 'kept'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_reports_own` ON `chat_reports` (`message_id`,`reporter_id`);--> statement-breakpoint
CREATE INDEX `chat_reports_status` ON `chat_reports` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `chat_reports_author` ON `chat_reports` (`author_id`);--> statement-breakpoint
CREATE INDEX `chat_reports_reporter` ON `chat_reports` (`reporter_id`);--> statement-breakpoint
CREATE TABLE `clubs` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`description` text,
	`logo_url` text,
	`website` text,
	`ig_handle` text,
	`phone` text,
	`email` text,
	`status` text DEFAULT 'active' NOT NULL,
	`updated_by` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`updated_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "clubs_status_known" CHECK("clubs"."status" in ('active', 'inactive', 'draft'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `clubs_slug` ON `clubs` (`slug`);--> statement-breakpoint
CREATE INDEX `clubs_updated` ON `clubs` (`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `cron_runs` (
	`id` integer PRIMARY KEY NOT NULL,
	`began_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`failed` text DEFAULT '' NOT NULL,
	CONSTRAINT "cron_runs_one_row" CHECK(id = 1)
);
--> statement-breakpoint
CREATE TABLE `deleted_events` (
	`event_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deleted_events_created` ON `deleted_events` (`created_at`);--> statement-breakpoint
CREATE TABLE `disputes` (
	`provider_id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`amount_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`beyond_cents` integer DEFAULT 0 NOT NULL,
	`reason` text NOT NULL,
	`evidence_due_by` integer,
	`evidence_sent_at` integer,
	`evidence_sent_by` text,
	`opened_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`request_id`) REFERENCES `payments`(`request_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`evidence_sent_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "disputes_amounts" CHECK(amount_cents > 0 and fee_cents >= 0 and beyond_cents between 0 and amount_cents),
	CONSTRAINT "disputes_closed" CHECK((status = 'open') = (closed_at is null)),
	CONSTRAINT "disputes_status_known" CHECK("disputes"."status" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE INDEX `disputes_request` ON `disputes` (`request_id`);--> statement-breakpoint
CREATE INDEX `disputes_status` ON `disputes` (`status`,`evidence_due_by`);--> statement-breakpoint
CREATE TABLE `door_staff` (
	`event_id` text NOT NULL,
	`user_id` text NOT NULL,
	`added_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `door_staff_user` ON `door_staff` (`user_id`);--> statement-breakpoint
CREATE TABLE `event_cards` (
	`place` integer PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`title` text NOT NULL,
	`slug` text NOT NULL,
	`description` text,
	`start_at` integer NOT NULL,
	`end_at` integer,
	`publish_at` integer,
	`age_policy` text NOT NULL,
	`image_url` text,
	`focus_x` integer NOT NULL,
	`focus_y` integer NOT NULL,
	`tags` text NOT NULL,
	`ticket_price_cents` integer,
	`venue_id` text NOT NULL,
	`venue_name` text NOT NULL,
	`venue_city` text NOT NULL,
	`city_key` text NOT NULL,
	`band_min_cents` integer NOT NULL,
	`band_max_cents` integer NOT NULL,
	`tickets` integer NOT NULL,
	`from_cents` integer,
	`pair_cents` integer,
	`over_at` integer GENERATED ALWAYS AS (coalesce(end_at, start_at + 21600000)) VIRTUAL NOT NULL,
	`price_place` integer GENERATED ALWAYS AS (coalesce(min((coalesce(from_cents, ticket_price_cents) + 50) / 100, 4094), 4095) * 2251799813685248 + place - 9223372036854775807 - 1) VIRTUAL NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_cards_event` ON `event_cards` (`event_id`);--> statement-breakpoint
CREATE INDEX `event_cards_over` ON `event_cards` (`over_at`);--> statement-breakpoint
CREATE INDEX `event_cards_venue` ON `event_cards` (`venue_id`,`place`);--> statement-breakpoint
CREATE TABLE `event_changes` (
	`event_id` text PRIMARY KEY NOT NULL,
	`told` text NOT NULL,
	`first_at` integer NOT NULL,
	`due_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_changes_due` ON `event_changes` (`due_at`);--> statement-breakpoint
CREATE TABLE `event_choices` (
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`label` text NOT NULL,
	`cards` integer NOT NULL,
	PRIMARY KEY(`kind`, `value`)
);
--> statement-breakpoint
CREATE INDEX `event_choices_cards` ON `event_choices` (`kind`,`cards`);--> statement-breakpoint
CREATE TABLE `event_demand` (
	`event_id` text PRIMARY KEY NOT NULL,
	`asked` integer DEFAULT 0 NOT NULL,
	`offered` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "event_demand_counts" CHECK(min(asked, offered) >= 0)
);
--> statement-breakpoint
CREATE TABLE `event_guests` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`places` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "event_guests_places" CHECK(places between 1 and 20)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_guests_name` ON `event_guests` (`event_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `event_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`sender_id` text NOT NULL,
	`audience` text NOT NULL,
	`body` text NOT NULL,
	`recipients` integer NOT NULL,
	`idempotency_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "event_messages_audience_known" CHECK("event_messages"."audience" in ('all', 'pending', 'accepted')),
	CONSTRAINT "event_messages_recipients" CHECK(recipients >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_messages_key` ON `event_messages` (`sender_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `event_messages_event` ON `event_messages` (`event_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `event_organizers` (
	`event_id` text NOT NULL,
	`user_id` text NOT NULL,
	`added_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_organizers_user` ON `event_organizers` (`user_id`);--> statement-breakpoint
CREATE TABLE `event_series` (
	`id` text PRIMARY KEY NOT NULL,
	`created_by` text NOT NULL,
	`size` integer NOT NULL,
	`idempotency_key` text NOT NULL,
	`idempotency_body` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_series_key` ON `event_series` (`created_by`,`idempotency_key`);--> statement-breakpoint
CREATE TABLE `event_views` (
	`event_id` text NOT NULL,
	`day` text NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`event_id`, `day`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "event_views_views" CHECK(views >= 1)
);
--> statement-breakpoint
CREATE INDEX `event_views_day` ON `event_views` (`day`,`views`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`slug` text NOT NULL,
	`name_key` text NOT NULL,
	`venue_id` text NOT NULL,
	`description` text,
	`start_at` integer NOT NULL,
	`end_at` integer,
	`age_policy` text DEFAULT '18+' NOT NULL,
	`image_url` text,
	`focus_x` integer DEFAULT 50 NOT NULL,
	`focus_y` integer DEFAULT 50 NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`source` text NOT NULL,
	`external_id` text,
	`is_published` integer DEFAULT true NOT NULL,
	`publish_at` integer,
	`cancelled_at` integer,
	`cancel_reason` text,
	`moved_at` integer,
	`moved_from` text,
	`series_id` text,
	`organizer_id` text,
	`ticket_price_cents` integer,
	`price_max_cents` integer,
	`price_min_pct` integer DEFAULT -10 NOT NULL,
	`price_max_pct` integer DEFAULT 50 NOT NULL,
	`listing_count` integer DEFAULT 0 NOT NULL,
	`has_sales` integer DEFAULT false NOT NULL,
	`asked_edit` text,
	`edited_fields` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`series_id`) REFERENCES `event_series`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`organizer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "events_age_policy_length" CHECK(length(age_policy) between 1 and 40),
	CONSTRAINT "events_end_after_start" CHECK(end_at is null or end_at >= start_at),
	CONSTRAINT "events_longest" CHECK(end_at is null or end_at <= start_at + 86400000),
	CONSTRAINT "events_price" CHECK(ticket_price_cents is null or ticket_price_cents between 0 and 100000000),
	CONSTRAINT "events_price_max" CHECK(price_max_cents is null or price_max_cents between 0 and 100000000),
	CONSTRAINT "events_band" CHECK(price_min_pct >= -100 and price_min_pct <= price_max_pct and price_max_pct <= 100),
	CONSTRAINT "events_cancel_reason" CHECK(cancel_reason is null or (cancelled_at is not null and length(cancel_reason) <= 500)),
	CONSTRAINT "events_moved" CHECK((moved_at is null) = (moved_from is null)),
	CONSTRAINT "events_focus" CHECK(focus_x in (0, 25, 50, 75, 100) and focus_y in (0, 25, 50, 75, 100)),
	CONSTRAINT "events_tags" CHECK(json_valid(tags) and json_array_length(tags) <= 3),
	CONSTRAINT "events_listing_count" CHECK(listing_count >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_slug` ON `events` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `events_external` ON `events` (`source`,`external_id`) WHERE external_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `events_title_venue_start` ON `events` (`name_key`,`venue_id`,`start_at`) WHERE external_id is null;--> statement-breakpoint
CREATE INDEX `events_published_start` ON `events` (`is_published`,`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_start` ON `events` (`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_organizer_start` ON `events` (`organizer_id`,`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_venue_start` ON `events` (`venue_id`,`start_at`);--> statement-breakpoint
CREATE INDEX `events_series` ON `events` (`series_id`,`start_at`);--> statement-breakpoint
CREATE INDEX `events_image` ON `events` (`image_url`);--> statement-breakpoint
CREATE TABLE `face_value_asks` (
	`event_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `seller_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `feed_events` (
	`name_key` text NOT NULL,
	`venue_id` text NOT NULL,
	`start_at` integer NOT NULL,
	`event_id` text NOT NULL,
	PRIMARY KEY(`name_key`, `venue_id`, `start_at`),
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `feed_events_event` ON `feed_events` (`event_id`);--> statement-breakpoint
CREATE INDEX `feed_events_venue` ON `feed_events` (`venue_id`);--> statement-breakpoint
CREATE TABLE `handover_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`received` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "handover_days_counts" CHECK(min(received, failed) >= 0)
);
--> statement-breakpoint
CREATE TABLE `handovers` (
	`request_id` text PRIMARY KEY NOT NULL,
	`status` text DEFAULT 'due' NOT NULL,
	`due_at` integer NOT NULL,
	`delivered_at` integer,
	`proof_file_id` text,
	`problem` text,
	`problem_at` integer,
	`ended_at` integer,
	`ended_by` text,
	`told_status` text,
	`reminders` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `payments`(`request_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`proof_file_id`) REFERENCES `ticket_files`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "handovers_ended" CHECK((status in ('received', 'failed')) = (ended_at is not null) and (ended_at is null) = (ended_by is null)),
	CONSTRAINT "handovers_problem" CHECK((problem is null) = (problem_at is null)),
	CONSTRAINT "handovers_ender_known" CHECK(ended_by is null or "handovers"."ended_by" in ('buyer', 'scan', 'time', 'staff', 'event', 'group')),
	CONSTRAINT "handovers_status_known" CHECK("handovers"."status" in ('due', 'delivered', 'problem', 'received', 'failed')),
	CONSTRAINT "handovers_told_known" CHECK(told_status is null or "handovers"."told_status" in ('due', 'delivered', 'problem', 'received', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `handovers_proof_file_id_unique` ON `handovers` (`proof_file_id`);--> statement-breakpoint
CREATE INDEX `handovers_open` ON `handovers` (`status`,`due_at`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `handovers_untold` ON `handovers` (`request_id`) WHERE told_status is not status;--> statement-breakpoint
CREATE TABLE `images` (
	`key` text PRIMARY KEY NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`uploaded_by` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ingest_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text,
	`body_digest` text,
	`sender_id` text,
	`source` text,
	`status` integer NOT NULL,
	`response` text NOT NULL,
	`created` integer DEFAULT 0 NOT NULL,
	`updated` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`error` text,
	`duration_ms` integer NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ingest_deliveries_webhook` ON `ingest_deliveries` (`webhook_id`);--> statement-breakpoint
CREATE INDEX `ingest_deliveries_received` ON `ingest_deliveries` (`received_at`);--> statement-breakpoint
CREATE INDEX `ingest_deliveries_sender` ON `ingest_deliveries` (`sender_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `ingest_deliveries_known` ON `ingest_deliveries` (`received_at`) WHERE webhook_id is not null;--> statement-breakpoint
CREATE TABLE `kept_pasts` (
	`past_id` text NOT NULL,
	`kind` text NOT NULL,
	`mark_hash` text NOT NULL,
	`banned_until` integer,
	`vouches_frozen_until` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`past_id`, `kind`, `mark_hash`),
	FOREIGN KEY (`past_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "kept_pasts_kind_known" CHECK("kept_pasts"."kind" in ('address', 'card', 'inbox', 'phone', 'device'))
);
--> statement-breakpoint
CREATE INDEX `kept_pasts_mark` ON `kept_pasts` (`mark_hash`);--> statement-breakpoint
CREATE INDEX `kept_pasts_created` ON `kept_pasts` (`created_at`);--> statement-breakpoint
CREATE TABLE `launch_switches` (
	`feature` text PRIMARY KEY NOT NULL,
	`is_on` integer DEFAULT false NOT NULL,
	`updated_by` text,
	`updated_at` integer NOT NULL,
	CONSTRAINT "launch_switches_feature_known" CHECK("launch_switches"."feature" in ('live', 'my-tickets', 'tickets', 'sell', 'venues', 'payments', 'handover', 'school', 'vouches', 'push'))
);
--> statement-breakpoint
CREATE TABLE `ledger_accounts` (
	`name` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`debits_cents` integer DEFAULT 0 NOT NULL,
	`credits_cents` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_accounts_amounts" CHECK(debits_cents >= 0 and credits_cents >= 0),
	CONSTRAINT "ledger_accounts_owed" CHECK(kind <> 'liability' or credits_cents >= debits_cents),
	CONSTRAINT "ledger_accounts_due_to_us" CHECK(not (name like 'receivable:%' or name like 'disputed:%') or debits_cents >= credits_cents),
	CONSTRAINT "ledger_accounts_kind_known" CHECK("ledger_accounts"."kind" in ('asset', 'liability', 'income', 'cost'))
);
--> statement-breakpoint
CREATE INDEX `ledger_accounts_open` ON `ledger_accounts` (`name`) WHERE debits_cents <> credits_cents;--> statement-breakpoint
CREATE TABLE `ledger_transfers` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`cause` text NOT NULL,
	`leg` integer NOT NULL,
	`debit` text NOT NULL,
	`credit` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`request_id` text,
	`provider_ref` text,
	`at` integer NOT NULL,
	CONSTRAINT "ledger_transfers_amount" CHECK(amount_cents > 0 and typeof(amount_cents) = 'integer'),
	CONSTRAINT "ledger_transfers_two_accounts" CHECK(debit <> credit)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_transfers_once` ON `ledger_transfers` (`cause`,`leg`);--> statement-breakpoint
CREATE INDEX `ledger_transfers_request` ON `ledger_transfers` (`request_id`);--> statement-breakpoint
CREATE INDEX `ledger_transfers_at` ON `ledger_transfers` (`at`);--> statement-breakpoint
CREATE INDEX `ledger_transfers_provider_ref` ON `ledger_transfers` (`provider_ref`) WHERE provider_ref is not null;--> statement-breakpoint
CREATE TABLE `listing_tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text NOT NULL,
	`event_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`file_id` text NOT NULL,
	`code_hmac` text NOT NULL,
	`content_hmac` text,
	`code_format` text NOT NULL,
	`request_id` text,
	`shown_at` integer,
	`matched_at` integer,
	`freed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `ticket_files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`request_id`) REFERENCES `ticket_requests`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "listing_tickets_freed" CHECK(freed_at is null or request_id is null or shown_at is null),
	CONSTRAINT "listing_tickets_format_known" CHECK("listing_tickets"."code_format" in ('qr', 'aztec', 'pdf417', 'code128'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `listing_tickets_file_id_unique` ON `listing_tickets` (`file_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `listing_tickets_code` ON `listing_tickets` (`event_id`,`code_hmac`) WHERE freed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `listing_tickets_content` ON `listing_tickets` (`event_id`,`content_hmac`) WHERE freed_at is null;--> statement-breakpoint
CREATE INDEX `listing_tickets_listing` ON `listing_tickets` (`listing_id`,`request_id`);--> statement-breakpoint
CREATE INDEX `listing_tickets_request` ON `listing_tickets` (`request_id`) WHERE request_id is not null;--> statement-breakpoint
CREATE TABLE `listings` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`held` integer DEFAULT 0 NOT NULL,
	`ask_price_cents` integer NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`is_instant` integer DEFAULT false NOT NULL,
	`handover_kind` text,
	`shows_at_once` integer DEFAULT false NOT NULL,
	`waitlist_first` integer DEFAULT false NOT NULL,
	`mutuals_until` integer,
	`idempotency_key` text,
	`idempotency_body` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "listings_key_with_body" CHECK((idempotency_key is null) = (idempotency_body is null)),
	CONSTRAINT "listings_quantity" CHECK(quantity >= 0 and held >= 0),
	CONSTRAINT "listings_price" CHECK(ask_price_cents between 0 and 100000000),
	CONSTRAINT "listings_kind_known" CHECK(handover_kind is null or "listings"."handover_kind" in ('file', 'transfer', 'name_list')),
	CONSTRAINT "listings_status_known" CHECK("listings"."status" in ('draft', 'pending_review', 'active', 'reserved', 'sold', 'withdrawn', 'expired', 'rejected'))
);
--> statement-breakpoint
CREATE INDEX `listings_event_status_price` ON `listings` (`event_id`,`status`,`ask_price_cents`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `listings_event_pairs` ON `listings` (`event_id`,`status`,`ask_price_cents`) WHERE quantity > 1;--> statement-breakpoint
CREATE UNIQUE INDEX `listings_key` ON `listings` (`seller_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `listings_waitlist_first` ON `listings` (`event_id`) WHERE waitlist_first = 1;--> statement-breakpoint
CREATE INDEX `listings_seller` ON `listings` (`seller_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `mail_contents` (
	`id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mail_contents_created` ON `mail_contents` (`created_at`);--> statement-breakpoint
CREATE TABLE `name_erasures` (
	`user_id` text PRIMARY KEY NOT NULL,
	`event_place` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `name_erasures_place` ON `name_erasures` (`event_place`);--> statement-breakpoint
CREATE TABLE `notice_opt_outs` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`channel` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `channel`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notice_opt_outs_kind_known" CHECK("notice_opt_outs"."kind" in ('requests', 'handover', 'waitlist', 'mentions', 'venues', 'account')),
	CONSTRAINT "notice_opt_outs_channel_known" CHECK("notice_opt_outs"."channel" in ('push', 'email'))
);
--> statement-breakpoint
CREATE TABLE `notice_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`quiet_from` integer,
	`quiet_until` integer,
	`live_until` integer,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notice_settings_both" CHECK((quiet_from is null) = (quiet_until is null)),
	CONSTRAINT "notice_settings_range" CHECK(quiet_from between 0 and 1439 and quiet_until between 0 and 1439)
);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`path` text NOT NULL,
	`cause` text NOT NULL,
	`is_urgent` integer DEFAULT false NOT NULL,
	`expires_at` integer,
	`push_at` integer,
	`push_tries` integer DEFAULT 0 NOT NULL,
	`pushed_at` integer,
	`seen_at` integer,
	`outbox_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`outbox_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "notifications_path" CHECK(path like '/%' and path not like '//%'),
	CONSTRAINT "notifications_kind_known" CHECK("notifications"."kind" in ('requests', 'handover', 'waitlist', 'mentions', 'venues', 'account'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_cause` ON `notifications` (`user_id`,`cause`);--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unseen` ON `notifications` (`user_id`) WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX `notifications_push` ON `notifications` (`push_at`) WHERE push_at is not null;--> statement-breakpoint
CREATE INDEX `notifications_mail` ON `notifications` (`outbox_id`) WHERE outbox_id is not null;--> statement-breakpoint
CREATE INDEX `notifications_created` ON `notifications` (`created_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`purpose` text DEFAULT 'product' NOT NULL,
	`sealed` text,
	`content_id` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`provider_id` text,
	`sent_at` integer,
	`retry_at` integer,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`content_id`) REFERENCES `mail_contents`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "outbox_one_content" CHECK((sealed is null) <> (content_id is null)),
	CONSTRAINT "outbox_channel_known" CHECK("outbox"."channel" in ('email', 'sms')),
	CONSTRAINT "outbox_purpose_known" CHECK("outbox"."purpose" in ('account', 'money', 'product')),
	CONSTRAINT "outbox_status_known" CHECK("outbox"."status" in ('pending', 'sent', 'dead', 'unneeded'))
);
--> statement-breakpoint
CREATE INDEX `outbox_status_created` ON `outbox` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_retry` ON `outbox` (`retry_at`) WHERE retry_at is not null;--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`recipient`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_content` ON `outbox` (`content_id`) WHERE content_id is not null;--> statement-breakpoint
CREATE TABLE `passes` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`position` integer NOT NULL,
	`device_key` text NOT NULL,
	`voided_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `payments`(`request_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "passes_position" CHECK(position between 1 and 20),
	CONSTRAINT "passes_device_key" CHECK(length(device_key) = 64)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passes_valid` ON `passes` (`request_id`,`position`) WHERE voided_at is null;--> statement-breakpoint
CREATE INDEX `passes_request` ON `passes` (`request_id`);--> statement-breakpoint
CREATE TABLE `payments` (
	`request_id` text PRIMARY KEY NOT NULL,
	`status` text DEFAULT 'awaiting' NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`tickets_cents` integer NOT NULL,
	`buyer_fee_cents` integer NOT NULL,
	`seller_fee_cents` integer NOT NULL,
	`taken_cents` integer DEFAULT 0 NOT NULL,
	`moved_cents` integer DEFAULT 0 NOT NULL,
	`added_cents` integer DEFAULT 0 NOT NULL,
	`promised_start_at` integer NOT NULL,
	`promised_end_at` integer NOT NULL,
	`promised_due_at` integer NOT NULL,
	`promised_opens_at` integer NOT NULL,
	`promised_kind` text,
	`sold_at_once` integer NOT NULL,
	`replaces` text,
	`paid_from` text,
	`session_attempt` integer DEFAULT 0 NOT NULL,
	`session_id` text,
	`session_url` text,
	`intent_id` text,
	`charge_id` text,
	`capture_before` integer,
	`authorized_at` integer,
	`captured_at` integer,
	`released_at` integer,
	`seller_asked_at` integer,
	`settle_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`looked_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `ticket_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "payments_amounts" CHECK(tickets_cents >= 0 and buyer_fee_cents >= 0 and seller_fee_cents between 0 and tickets_cents),
	CONSTRAINT "payments_whole_cents" CHECK(typeof(tickets_cents) = 'integer' and typeof(buyer_fee_cents) = 'integer' and typeof(seller_fee_cents) = 'integer'),
	CONSTRAINT "payments_taken" CHECK(taken_cents between 0 and tickets_cents + buyer_fee_cents - added_cents - moved_cents),
	CONSTRAINT "payments_added" CHECK(added_cents >= 0 and moved_cents >= 0 and (added_cents = 0 or paid_from is not null)),
	CONSTRAINT "payments_replaces" CHECK((replaces is null) = (paid_from is null)),
	CONSTRAINT "payments_captured" CHECK((status = 'captured') = (captured_at is not null)),
	CONSTRAINT "payments_promise" CHECK(promised_end_at >= promised_start_at and promised_due_at <= promised_start_at),
	CONSTRAINT "payments_kind_known" CHECK(promised_kind is null or "payments"."promised_kind" in ('file', 'transfer', 'name_list')),
	CONSTRAINT "payments_status_known" CHECK("payments"."status" in ('awaiting', 'authorized', 'captured', 'voided', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_replaces_unique` ON `payments` (`replaces`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_session_id_unique` ON `payments` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_intent_id_unique` ON `payments` (`intent_id`);--> statement-breakpoint
CREATE INDEX `payments_settle` ON `payments` (`settle_at`) WHERE settle_at is not null;--> statement-breakpoint
CREATE INDEX `payments_failing` ON `payments` (`failures`) WHERE failures > 0;--> statement-breakpoint
CREATE INDEX `payments_unasked` ON `payments` (`authorized_at`) WHERE status = 'authorized' and seller_asked_at is null;--> statement-breakpoint
CREATE INDEX `payments_paid_from` ON `payments` (`paid_from`) WHERE paid_from is not null;--> statement-breakpoint
CREATE TABLE `payout_holds` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`request_id` text NOT NULL,
	`reason` text NOT NULL,
	`source` text,
	`began_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text,
	FOREIGN KEY (`request_id`) REFERENCES `payments`(`request_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ended_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_holds_reason_known" CHECK("payout_holds"."reason" in ('dispute', 'problem', 'fraud_warning', 'ban', 'staff')),
	CONSTRAINT "payout_holds_ended" CHECK(ended_by is null or ended_at is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_holds_open` ON `payout_holds` (`request_id`,`reason`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `payout_holds_request` ON `payout_holds` (`request_id`);--> statement-breakpoint
CREATE TABLE `payout_runs` (
	`run_at` integer PRIMARY KEY NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE TABLE `payouts` (
	`request_id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`status` text DEFAULT 'due' NOT NULL,
	`due_at` integer NOT NULL,
	`send_at` integer,
	`attempt` integer DEFAULT 1 NOT NULL,
	`transfer_id` text,
	`paid_cents` integer DEFAULT 0 NOT NULL,
	`recouped_cents` integer DEFAULT 0 NOT NULL,
	`reversed_cents` integer DEFAULT 0 NOT NULL,
	`sent_at` integer,
	`told_at` integer,
	FOREIGN KEY (`request_id`) REFERENCES `payments`(`request_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payouts_amounts" CHECK(paid_cents >= 0 and recouped_cents >= 0 and reversed_cents between 0 and paid_cents),
	CONSTRAINT "payouts_status_known" CHECK("payouts"."status" in ('due', 'frozen', 'sent', 'reversed', 'dropped'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_transfer_id_unique` ON `payouts` (`transfer_id`);--> statement-breakpoint
CREATE INDEX `payouts_seller` ON `payouts` (`seller_id`,`due_at`);--> statement-breakpoint
CREATE INDEX `payouts_due` ON `payouts` (`due_at`) WHERE status = 'due' and send_at is null;--> statement-breakpoint
CREATE INDEX `payouts_untold` ON `payouts` (`sent_at`) WHERE sent_at is not null and told_at is null;--> statement-breakpoint
CREATE INDEX `payouts_status` ON `payouts` (`status`,`due_at`);--> statement-breakpoint
CREATE TABLE `problems` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`file_id` text,
	`status` text DEFAULT 'open' NOT NULL,
	`decide_by` integer NOT NULL,
	`seller_text` text,
	`seller_file_id` text,
	`seller_answered_at` integer,
	`ruled_by` text,
	`held_because` text,
	`decided_by` text,
	`decided_at` integer,
	`replaced_by` text,
	`told` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `payments`(`request_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `ticket_files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_file_id`) REFERENCES `ticket_files`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "problems_decided" CHECK((status = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
	CONSTRAINT "problems_replaced" CHECK((status = 'replaced') = (replaced_by is not null)),
	CONSTRAINT "problems_answered" CHECK((seller_text is null) = (seller_answered_at is null)),
	CONSTRAINT "problems_kind_known" CHECK("problems"."kind" in ('not_delivered', 'did_not_work', 'event_cancelled', 'not_as_described', 'wrong_code')),
	CONSTRAINT "problems_status_known" CHECK("problems"."status" in ('open', 'replaced', 'refunded', 'rejected')),
	CONSTRAINT "problems_ruler_known" CHECK(ruled_by is null or "problems"."ruled_by" in ('facts', 'time', 'staff')),
	CONSTRAINT "problems_hold_known" CHECK(held_because is null or "problems"."held_because" in ('confirmed', 'linked', 'buyer_again', 'new_seller')),
	CONSTRAINT "problems_told_known" CHECK(told is null or "problems"."told" in ('reported', 'answered', 'decided')),
	CONSTRAINT "problems_decider_known" CHECK(decided_by is null or "problems"."decided_by" in ('facts', 'time', 'staff'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `problems_file_id_unique` ON `problems` (`file_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `problems_seller_file_id_unique` ON `problems` (`seller_file_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `problems_open` ON `problems` (`request_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `problems_request` ON `problems` (`request_id`);--> statement-breakpoint
CREATE INDEX `problems_due` ON `problems` (`decide_by`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `problems_untold` ON `problems` (`created_at`) WHERE told is not iif(status <> 'open', 'decided', iif(seller_answered_at is null, 'reported', 'answered'));--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text DEFAULT 'user' NOT NULL,
	`display_name` text,
	`school` text,
	`email` text,
	`is_student_verified` integer DEFAULT false NOT NULL,
	`badge_at` integer,
	`badge_until` integer,
	`shows_mutuals` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "profiles_badge" CHECK((badge_at is null) = (badge_until is null) and (badge_at is null or is_student_verified = 1)),
	CONSTRAINT "profiles_role_known" CHECK("profiles"."role" in ('user', 'organizer', 'admin'))
);
--> statement-breakpoint
CREATE INDEX `profiles_role` ON `profiles` (`role`);--> statement-breakpoint
CREATE INDEX `profiles_email` ON `profiles` (`email`);--> statement-breakpoint
CREATE TABLE `provider_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`subject` text NOT NULL,
	`request_id` text,
	`deliveries` integer DEFAULT 1 NOT NULL,
	`received_at` integer NOT NULL,
	`done_at` integer,
	CONSTRAINT "provider_events_deliveries" CHECK(deliveries >= 1)
);
--> statement-breakpoint
CREATE INDEX `provider_events_open` ON `provider_events` (`received_at`) WHERE done_at is null;--> statement-breakpoint
CREATE INDEX `provider_events_received` ON `provider_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`server_key` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`seen_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `auth_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE TABLE `reconciliations` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`provider_cents` integer NOT NULL,
	`ledger_cents` integer NOT NULL,
	`difference_cents` integer NOT NULL,
	`unmatched` text NOT NULL,
	CONSTRAINT "reconciliations_difference" CHECK(difference_cents = provider_cents - ledger_cents)
);
--> statement-breakpoint
CREATE INDEX `reconciliations_at` ON `reconciliations` (`at`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`note` text,
	`status` text DEFAULT 'due' NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`provider_id` text,
	`asked_by` text,
	`approved_by` text,
	`booked_at` integer,
	`sent_at` integer,
	`told_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `payments`(`request_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asked_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`approved_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_amount" CHECK(amount_cents > 0 and typeof(amount_cents) = 'integer'),
	CONSTRAINT "refunds_two_people" CHECK(approved_by is null or approved_by <> asked_by),
	CONSTRAINT "refunds_large_need_two" CHECK(amount_cents <= 20000 or asked_by is null or approved_by is not null
        or status in ('asked', 'dropped')),
	CONSTRAINT "refunds_staff_named" CHECK(reason <> 'staff' or asked_by is not null),
	CONSTRAINT "refunds_reason_known" CHECK("refunds"."reason" in ('event_cancelled', 'group_broken', 'not_delivered', 'problem', 'cheaper', 'staff')),
	CONSTRAINT "refunds_status_known" CHECK("refunds"."status" in ('asked', 'due', 'sent', 'stuck', 'dropped'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_provider_id_unique` ON `refunds` (`provider_id`);--> statement-breakpoint
CREATE INDEX `refunds_request` ON `refunds` (`request_id`);--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`status`,`created_at`) WHERE status in ('asked', 'due', 'stuck');--> statement-breakpoint
CREATE INDEX `refunds_untold` ON `refunds` (`created_at`) WHERE told_at is null and status = 'sent';--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_once` ON `refunds` (`request_id`,`reason`) WHERE reason <> 'staff' and status <> 'dropped';--> statement-breakpoint
CREATE TABLE `reminder_opt_outs` (
	`user_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `reminders` (
	`day` text NOT NULL,
	`user_id` text NOT NULL,
	`outbox_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`day`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reminders_user` ON `reminders` (`user_id`);--> statement-breakpoint
CREATE TABLE `reseller_applications` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`applicant_id` text,
	`phone` text NOT NULL,
	`instagram` text NOT NULL,
	`school` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`note` text,
	`question` text,
	`told_status` text,
	`tell_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`applicant_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reseller_tell" CHECK((tell_at is null) = (told_status is null)),
	CONSTRAINT "reseller_status_known" CHECK("reseller_applications"."status" in ('pending', 'needs_info', 'approved', 'rejected', 'suspended'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reseller_approved_email` ON `reseller_applications` (`email_key`) WHERE status = 'approved';--> statement-breakpoint
CREATE UNIQUE INDEX `reseller_open_owner` ON `reseller_applications` (`email_key`) WHERE applicant_id is not null and status in ('pending', 'needs_info');--> statement-breakpoint
CREATE UNIQUE INDEX `reseller_open_form` ON `reseller_applications` (`email_key`,`name`,`phone`,`instagram`,`school`) WHERE applicant_id is null and status in ('pending', 'needs_info');--> statement-breakpoint
CREATE INDEX `reseller_email` ON `reseller_applications` (`email_key`,`status`);--> statement-breakpoint
CREATE INDEX `reseller_applicant` ON `reseller_applications` (`applicant_id`);--> statement-breakpoint
CREATE INDEX `reseller_status_created` ON `reseller_applications` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reseller_created` ON `reseller_applications` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reseller_tell` ON `reseller_applications` (`tell_at`) WHERE tell_at is not null;--> statement-breakpoint
CREATE TABLE `saved_events` (
	`user_id` text NOT NULL,
	`event_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `event_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_events_event` ON `saved_events` (`event_id`);--> statement-breakpoint
CREATE TABLE `scans` (
	`nonce` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`place` text NOT NULL,
	`request_id` text,
	`position` integer,
	`way` text NOT NULL,
	`at` integer NOT NULL,
	`door` text NOT NULL,
	`staff_id` text NOT NULL,
	`seat` integer,
	`undone_at` integer,
	`undone_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`request_id`) REFERENCES `ticket_requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "scans_ticket_has_position" CHECK((request_id is null) = (position is null)),
	CONSTRAINT "scans_ticket_has_one_seat" CHECK(request_id is null or seat is null or seat = 1),
	CONSTRAINT "scans_seat_or_undone" CHECK(seat is null or undone_at is null),
	CONSTRAINT "scans_undone" CHECK((undone_at is null) = (undone_by is null)),
	CONSTRAINT "scans_door" CHECK(length(door) between 1 and 30),
	CONSTRAINT "scans_way_known" CHECK("scans"."way" in ('qr', 'code', 'name'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scans_seat` ON `scans` (`event_id`,`place`,`seat`) WHERE seat is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `scans_ticket` ON `scans` (`request_id`,`position`) WHERE seat is not null and request_id is not null;--> statement-breakpoint
CREATE INDEX `scans_place` ON `scans` (`event_id`,`place`,`at`,`nonce`);--> statement-breakpoint
CREATE TABLE `school_asks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`domain` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "school_asks_decided" CHECK((status = 'open') = (decided_at is null)),
	CONSTRAINT "school_asks_status_known" CHECK("school_asks"."status" in ('open', 'added', 'declined'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `school_asks_own` ON `school_asks` (`user_id`,`domain`);--> statement-breakpoint
CREATE INDEX `school_asks_status` ON `school_asks` (`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `school_domains` (
	`domain` text PRIMARY KEY NOT NULL,
	`school_id` text NOT NULL,
	`kind` text NOT NULL,
	`includes_subdomains` integer DEFAULT false NOT NULL,
	`alias_of` text,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "school_domains_kind_known" CHECK("school_domains"."kind" in ('student', 'shared', 'alumni', 'staff'))
);
--> statement-breakpoint
CREATE INDEX `school_domains_school` ON `school_domains` (`school_id`);--> statement-breakpoint
CREATE TABLE `school_proofs` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`school_id` text NOT NULL,
	`inbox_hash` text NOT NULL,
	`status` text DEFAULT 'sent' NOT NULL,
	`code_hash` text,
	`code_expires_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`proven_at` integer,
	`lapses_at` integer,
	`reminded_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "school_proofs_code" CHECK((status = 'sent') = (code_hash is not null) and (code_hash is null) = (code_expires_at is null)),
	CONSTRAINT "school_proofs_proven_at" CHECK((status = 'sent') = (proven_at is null) and (proven_at is null) = (lapses_at is null)),
	CONSTRAINT "school_proofs_tries" CHECK(tries between 0 and 5),
	CONSTRAINT "school_proofs_status_known" CHECK("school_proofs"."status" in ('sent', 'proven', 'lapsed', 'revoked'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `school_proofs_sent` ON `school_proofs` (`user_id`) WHERE status = 'sent';--> statement-breakpoint
CREATE UNIQUE INDEX `school_proofs_proven` ON `school_proofs` (`user_id`) WHERE status = 'proven';--> statement-breakpoint
CREATE UNIQUE INDEX `school_proofs_inbox` ON `school_proofs` (`inbox_hash`) WHERE status = 'proven';--> statement-breakpoint
CREATE INDEX `school_proofs_school` ON `school_proofs` (`school_id`);--> statement-breakpoint
CREATE INDEX `school_proofs_user` ON `school_proofs` (`user_id`);--> statement-breakpoint
CREATE INDEX `school_proofs_lapse` ON `school_proofs` (`lapses_at`) WHERE status = 'proven';--> statement-breakpoint
CREATE TABLE `schools` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`city` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `schools_name_unique` ON `schools` (`name`);--> statement-breakpoint
CREATE TABLE `seller_accounts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`provider_id` text,
	`can_receive` integer DEFAULT false NOT NULL,
	`requirements` text DEFAULT '[]' NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`ready_at` integer,
	`facts_needed_at` integer,
	`facts_told_at` integer,
	`payout_failed_at` integer,
	`payout_failed_told_at` integer,
	`payout_asked_at` integer,
	`updated_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "seller_accounts_ready" CHECK(can_receive = 0 or (provider_id is not null and ready_at is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seller_accounts_provider_id_unique` ON `seller_accounts` (`provider_id`);--> statement-breakpoint
CREATE INDEX `seller_accounts_untold` ON `seller_accounts` (`user_id`) WHERE (facts_needed_at is not null and facts_told_at is null) or (payout_failed_at is not null and payout_failed_told_at is null);--> statement-breakpoint
CREATE TABLE `seller_facts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`events` integer DEFAULT 0 NOT NULL,
	`received` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`answers_5min` integer DEFAULT 0 NOT NULL,
	`answers_1h` integer DEFAULT 0 NOT NULL,
	`answers_4h` integer DEFAULT 0 NOT NULL,
	`answers_longer` integer DEFAULT 0 NOT NULL,
	`unanswered` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "seller_facts_counts" CHECK(min(events, received, failed, answers_5min, answers_1h, answers_4h, answers_longer, unanswered) >= 0)
);
--> statement-breakpoint
CREATE TABLE `seller_failures` (
	`request_id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`settled_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `payments`(`request_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `seller_failures_open` ON `seller_failures` (`seller_id`) WHERE settled_at is null;--> statement-breakpoint
CREATE TABLE `shared_marks` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`mark_hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `mark_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "shared_marks_kind_known" CHECK("shared_marks"."kind" in ('address', 'card', 'inbox', 'phone', 'device'))
);
--> statement-breakpoint
CREATE INDEX `shared_marks_mark` ON `shared_marks` (`mark_hash`,`user_id`);--> statement-breakpoint
CREATE TABLE `site_facts` (
	`id` integer PRIMARY KEY NOT NULL,
	`sellers` integer NOT NULL,
	`verified` integer NOT NULL,
	`received` integer NOT NULL,
	`failed` integer NOT NULL,
	`measured_at` integer NOT NULL,
	CONSTRAINT "site_facts_one_row" CHECK(id = 1),
	CONSTRAINT "site_facts_counts" CHECK(verified <= sellers and min(verified, received, failed) >= 0)
);
--> statement-breakpoint
CREATE TABLE `staff_asks` (
	`target_id` text NOT NULL,
	`action` text NOT NULL,
	`asked_by` text NOT NULL,
	`note` text,
	`asked_at` integer NOT NULL,
	PRIMARY KEY(`target_id`, `action`),
	FOREIGN KEY (`asked_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `ticket_files` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`purpose` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`content_hmac` text,
	`object_key` text NOT NULL,
	`wrapped_key` text,
	`iv` text NOT NULL,
	`key_version` integer NOT NULL,
	`claimed_at` integer,
	`destroyed_at` integer,
	`cleared_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ticket_files_destroyed" CHECK((destroyed_at is null) = (wrapped_key is not null)),
	CONSTRAINT "ticket_files_cleared" CHECK(cleared_at is null or destroyed_at is not null),
	CONSTRAINT "ticket_files_bytes" CHECK(bytes between 1 and 8388608),
	CONSTRAINT "ticket_files_purpose_known" CHECK("ticket_files"."purpose" in ('ticket', 'proof', 'evidence')),
	CONSTRAINT "ticket_files_type_known" CHECK("ticket_files"."media_type" in ('application/pdf', 'image/png', 'image/jpeg', 'application/vnd.apple.pkpass'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_files_object_key_unique` ON `ticket_files` (`object_key`);--> statement-breakpoint
CREATE INDEX `ticket_files_owner` ON `ticket_files` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ticket_files_unclaimed` ON `ticket_files` (`created_at`) WHERE claimed_at is null and destroyed_at is null;--> statement-breakpoint
CREATE INDEX `ticket_files_claimed` ON `ticket_files` (`claimed_at`) WHERE claimed_at is not null and destroyed_at is null;--> statement-breakpoint
CREATE INDEX `ticket_files_uncleared` ON `ticket_files` (`destroyed_at`) WHERE destroyed_at is not null and cleared_at is null;--> statement-breakpoint
CREATE INDEX `ticket_files_key_version` ON `ticket_files` (`key_version`) WHERE destroyed_at is null;--> statement-breakpoint
CREATE TABLE `ticket_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`listing_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`offered_price_cents` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`idempotency_key` text NOT NULL,
	`expires_at` integer NOT NULL,
	`declined_at` integer,
	`answer` text,
	`asked_until` integer,
	`told_at` integer,
	`group_id` text,
	`group_seq` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ticket_requests_quantity" CHECK(quantity >= 1),
	CONSTRAINT "ticket_requests_not_own" CHECK(buyer_id <> seller_id),
	CONSTRAINT "ticket_requests_declined_at" CHECK(declined_at is null or status = 'declined'),
	CONSTRAINT "ticket_requests_answer" CHECK(answer is null or status = 'pending' or status = answer),
	CONSTRAINT "ticket_requests_asked_until" CHECK((answer is null) = (asked_until is null)),
	CONSTRAINT "ticket_requests_answer_known" CHECK(answer is null or "ticket_requests"."answer" in ('accepted', 'declined')),
	CONSTRAINT "ticket_requests_status_known" CHECK("ticket_requests"."status" in ('pending', 'accepted', 'declined', 'cancelled', 'expired'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_requests_key` ON `ticket_requests` (`buyer_id`,`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_requests_pending` ON `ticket_requests` (`buyer_id`,`event_id`,`group_seq`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `ticket_requests_declined` ON `ticket_requests` (`buyer_id`,`listing_id`,`declined_at`) WHERE declined_at is not null;--> statement-breakpoint
CREATE INDEX `ticket_requests_group` ON `ticket_requests` (`group_id`,`group_seq`) WHERE group_id is not null;--> statement-breakpoint
CREATE INDEX `ticket_requests_buyer` ON `ticket_requests` (`buyer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ticket_requests_seller` ON `ticket_requests` (`seller_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ticket_requests_event_created` ON `ticket_requests` (`event_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ticket_requests_created` ON `ticket_requests` (`created_at`);--> statement-breakpoint
CREATE INDEX `ticket_requests_event_status` ON `ticket_requests` (`event_id`,`status`,`expires_at`);--> statement-breakpoint
CREATE INDEX `ticket_requests_listing_status` ON `ticket_requests` (`listing_id`,`status`,`expires_at`);--> statement-breakpoint
CREATE INDEX `ticket_requests_status_expiry` ON `ticket_requests` (`status`,`expires_at`);--> statement-breakpoint
CREATE INDEX `ticket_requests_answered` ON `ticket_requests` (`expires_at`) WHERE answer is not null and status = 'pending';--> statement-breakpoint
CREATE INDEX `ticket_requests_untold` ON `ticket_requests` (`created_at`) WHERE told_at is null and status <> 'pending';--> statement-breakpoint
CREATE TABLE `venue_aliases` (
	`name_key` text NOT NULL,
	`city_key` text NOT NULL,
	`venue_id` text NOT NULL,
	PRIMARY KEY(`name_key`, `city_key`),
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `venue_aliases_venue` ON `venue_aliases` (`venue_id`);--> statement-breakpoint
CREATE TABLE `venue_follows` (
	`user_id` text NOT NULL,
	`venue_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `venue_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `venue_follows_venue` ON `venue_follows` (`venue_id`);--> statement-breakpoint
CREATE TABLE `venue_news` (
	`event_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `venue_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`venue_id` text NOT NULL,
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `venue_slugs_venue` ON `venue_slugs` (`venue_id`);--> statement-breakpoint
CREATE TABLE `venues` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`name_key` text NOT NULL,
	`city_key` text NOT NULL,
	`address` text,
	`city` text NOT NULL,
	`state` text,
	`image_url` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `venues_slug` ON `venues` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `venues_name_city` ON `venues` (`name_key`,`city_key`);--> statement-breakpoint
CREATE INDEX `venues_name` ON `venues` (`name`);--> statement-breakpoint
CREATE TABLE `visits` (
	`user_id` text NOT NULL,
	`event_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `event_id`, `seller_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`request_id`) REFERENCES `ticket_requests`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `visits_user` ON `visits` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `visits_seller` ON `visits` (`user_id`,`seller_id`);--> statement-breakpoint
CREATE INDEX `visits_event` ON `visits` (`event_id`);--> statement-breakpoint
CREATE INDEX `visits_request` ON `visits` (`request_id`);--> statement-breakpoint
CREATE TABLE `vouch_freezes` (
	`user_id` text NOT NULL,
	`cause` text NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`user_id`, `cause`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `vouch_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`voucher_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`vouch_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`voucher_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`vouch_id`) REFERENCES `vouches`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `vouch_links_voucher` ON `vouch_links` (`voucher_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `vouch_links_expiry` ON `vouch_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `vouches` (
	`id` text PRIMARY KEY NOT NULL,
	`voucher_id` text NOT NULL,
	`vouchee_id` text NOT NULL,
	`way` text NOT NULL,
	`status` text DEFAULT 'live' NOT NULL,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`voucher_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vouchee_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "vouches_not_self" CHECK(voucher_id <> vouchee_id),
	CONSTRAINT "vouches_ended" CHECK((status = 'live') = (ended_at is null)),
	CONSTRAINT "vouches_way_known" CHECK("vouches"."way" in ('link', 'deal')),
	CONSTRAINT "vouches_status_known" CHECK("vouches"."status" in ('live', 'revoked'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vouches_live` ON `vouches` (`voucher_id`,`vouchee_id`) WHERE status = 'live';--> statement-breakpoint
CREATE INDEX `vouches_given` ON `vouches` (`voucher_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `vouches_got` ON `vouches` (`vouchee_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `vouches_revoked` ON `vouches` (`ended_at`) WHERE status = 'revoked';--> statement-breakpoint
CREATE TABLE `waitlist` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`applicant_id` text,
	`phone` text NOT NULL,
	`instagram` text NOT NULL,
	`school` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`note` text,
	`places` integer DEFAULT 1 NOT NULL,
	`told_status` text,
	`tell_at` integer,
	`missed` integer DEFAULT 0 NOT NULL,
	`asked_at` integer,
	`takes_messages` integer DEFAULT true NOT NULL,
	`confirmed_at` integer,
	`confirm_mail` text DEFAULT 'none' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`applicant_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "waitlist_places" CHECK(places between 1 and 6),
	CONSTRAINT "waitlist_tell" CHECK((tell_at is null) = (told_status is null)),
	CONSTRAINT "waitlist_decided_is_confirmed" CHECK(status = 'pending' or confirmed_at is not null),
	CONSTRAINT "waitlist_confirm_mail_known" CHECK("waitlist"."confirm_mail" in ('none', 'due', 'written')),
	CONSTRAINT "waitlist_status_known" CHECK("waitlist"."status" in ('pending', 'accepted', 'declined'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_event_email` ON `waitlist` (`event_id`,`email_key`) WHERE event_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_product_email` ON `waitlist` (`email_key`) WHERE event_id is null;--> statement-breakpoint
CREATE INDEX `waitlist_applicant` ON `waitlist` (`applicant_id`);--> statement-breakpoint
CREATE INDEX `waitlist_email` ON `waitlist` (`email_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `waitlist_unconfirmed` ON `waitlist` (`created_at`) WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX `waitlist_confirm_due` ON `waitlist` (`created_at`) WHERE confirm_mail = 'due';--> statement-breakpoint
CREATE INDEX `waitlist_event_created` ON `waitlist` (`event_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `waitlist_event_status_created` ON `waitlist` (`event_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `waitlist_status_created` ON `waitlist` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `waitlist_created` ON `waitlist` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `waitlist_tell` ON `waitlist` (`tell_at`) WHERE tell_at is not null;--> statement-breakpoint
CREATE INDEX `waitlist_missed` ON `waitlist` (`id`) WHERE missed >= 2 and asked_at is null;--> statement-breakpoint
CREATE TABLE `waitlist_offers` (
	`id` text PRIMARY KEY NOT NULL,
	`entry_id` text NOT NULL,
	`listing_id` text NOT NULL,
	`event_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`told_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`entry_id`) REFERENCES `waitlist`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "waitlist_offers_quantity" CHECK(quantity between 1 and 6),
	CONSTRAINT "waitlist_offers_ended" CHECK((status = 'open') = (ended_at is null)),
	CONSTRAINT "waitlist_offers_status_known" CHECK("waitlist_offers"."status" in ('open', 'taken', 'passed', 'lapsed', 'ended'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_offers_once` ON `waitlist_offers` (`entry_id`,`listing_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_offers_open` ON `waitlist_offers` (`entry_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `waitlist_offers_listing` ON `waitlist_offers` (`listing_id`,`status`);--> statement-breakpoint
CREATE INDEX `waitlist_offers_event` ON `waitlist_offers` (`event_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `waitlist_offers_expiry` ON `waitlist_offers` (`expires_at`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `waitlist_offers_untold` ON `waitlist_offers` (`created_at`) WHERE told_at is null and status = 'open';
