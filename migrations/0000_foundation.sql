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
	`source` text NOT NULL,
	`external_id` text,
	`is_published` integer DEFAULT true NOT NULL,
	`organizer_id` text,
	`ticket_price_cents` integer,
	`price_max_cents` integer,
	`price_min_pct` integer DEFAULT -10 NOT NULL,
	`price_max_pct` integer DEFAULT 50 NOT NULL,
	`listing_count` integer DEFAULT 0 NOT NULL,
	`edited_fields` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organizer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "events_age_policy_length" CHECK(length(age_policy) between 1 and 40),
	CONSTRAINT "events_end_after_start" CHECK(end_at is null or end_at >= start_at),
	CONSTRAINT "events_price" CHECK(ticket_price_cents is null or ticket_price_cents between 0 and 100000000),
	CONSTRAINT "events_price_max" CHECK(price_max_cents is null or price_max_cents between 0 and 100000000),
	CONSTRAINT "events_band" CHECK(price_min_pct >= -100 and price_min_pct <= price_max_pct and price_max_pct <= 1000),
	CONSTRAINT "events_listing_count" CHECK(listing_count >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_slug` ON `events` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `events_external` ON `events` (`source`,`external_id`) WHERE external_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `events_night` ON `events` (`name_key`,`venue_id`,`start_at`) WHERE external_id is null;--> statement-breakpoint
CREATE INDEX `events_published_start` ON `events` (`is_published`,`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_start` ON `events` (`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_organizer_start` ON `events` (`organizer_id`,`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_venue` ON `events` (`venue_id`);--> statement-breakpoint
CREATE TABLE `ingest_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text,
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
CREATE TABLE `listings` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`held` integer DEFAULT 0 NOT NULL,
	`ask_price_cents` integer NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "listings_quantity" CHECK(quantity >= 0 and held >= 0),
	CONSTRAINT "listings_price" CHECK(ask_price_cents between 0 and 100000000),
	CONSTRAINT "listings_status_known" CHECK("listings"."status" in ('draft', 'pending_review', 'active', 'reserved', 'sold', 'withdrawn', 'expired', 'rejected'))
);
--> statement-breakpoint
CREATE INDEX `listings_event_status_price` ON `listings` (`event_id`,`status`,`ask_price_cents`,`created_at`);--> statement-breakpoint
CREATE INDEX `listings_seller` ON `listings` (`seller_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text DEFAULT 'user' NOT NULL,
	`display_name` text,
	`school` text,
	`email` text,
	`is_student_verified` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "profiles_role_known" CHECK("profiles"."role" in ('user', 'organizer', 'admin'))
);
--> statement-breakpoint
CREATE INDEX `profiles_role` ON `profiles` (`role`);--> statement-breakpoint
CREATE INDEX `profiles_email` ON `profiles` (`email`);--> statement-breakpoint
CREATE TABLE `reseller_applications` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`phone` text NOT NULL,
	`phone_e164` text,
	`instagram` text NOT NULL,
	`school` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`note` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "reseller_status_known" CHECK("reseller_applications"."status" in ('pending', 'needs_info', 'approved', 'rejected', 'suspended'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reseller_open_email` ON `reseller_applications` (`email_key`) WHERE status in ('pending', 'needs_info', 'approved');--> statement-breakpoint
CREATE INDEX `reseller_status_created` ON `reseller_applications` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reseller_created` ON `reseller_applications` (`created_at`,`id`);--> statement-breakpoint
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
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ticket_requests_quantity" CHECK(quantity >= 1),
	CONSTRAINT "ticket_requests_not_own" CHECK(buyer_id <> seller_id),
	CONSTRAINT "ticket_requests_status_known" CHECK("ticket_requests"."status" in ('pending', 'accepted', 'declined', 'cancelled', 'expired'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_requests_key` ON `ticket_requests` (`buyer_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `ticket_requests_event_status` ON `ticket_requests` (`event_id`,`status`);--> statement-breakpoint
CREATE INDEX `ticket_requests_listing_status` ON `ticket_requests` (`listing_id`,`status`);--> statement-breakpoint
CREATE INDEX `ticket_requests_status_expiry` ON `ticket_requests` (`status`,`expires_at`);--> statement-breakpoint
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
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `venues_slug` ON `venues` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `venues_name_city` ON `venues` (`name_key`,`city_key`);--> statement-breakpoint
CREATE INDEX `venues_name` ON `venues` (`name`);--> statement-breakpoint
CREATE TABLE `waitlist` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`phone` text NOT NULL,
	`phone_e164` text,
	`instagram` text NOT NULL,
	`school` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`note` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "waitlist_status_known" CHECK("waitlist"."status" in ('pending', 'accepted', 'declined'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_event_email` ON `waitlist` (`event_id`,`email_key`) WHERE event_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_product_email` ON `waitlist` (`email_key`) WHERE event_id is null;--> statement-breakpoint
CREATE INDEX `waitlist_event_created` ON `waitlist` (`event_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `waitlist_status_created` ON `waitlist` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `waitlist_created` ON `waitlist` (`created_at`,`id`);