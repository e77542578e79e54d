CREATE TABLE `kept_cards` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`wanted_id` text NOT NULL,
	`event_id` text NOT NULL,
	`shown_start_at` integer NOT NULL,
	`shown_venue_id` text NOT NULL,
	`status` text DEFAULT 'asked' NOT NULL,
	`session_id` text,
	`session_url` text,
	`customer_id` text,
	`method_id` text,
	`looked_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "kept_cards_kept" CHECK(status <> 'kept' or (customer_id is not null and method_id is not null)),
	CONSTRAINT "kept_cards_status_known" CHECK("kept_cards"."status" in ('asked', 'kept', 'ended'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `kept_cards_session_id_unique` ON `kept_cards` (`session_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `kept_cards_customer_id_unique` ON `kept_cards` (`customer_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `kept_cards_live` ON `kept_cards` (`wanted_id`) WHERE status in ('asked', 'kept');
--> statement-breakpoint
CREATE INDEX `kept_cards_user` ON `kept_cards` (`user_id`,`created_at`);
--> statement-breakpoint
CREATE TRIGGER kept_card_changes BEFORE UPDATE ON kept_cards
BEGIN
  SELECT RAISE(ABORT, 'kept_card_moves: this card cannot get that status') WHERE old.status <> new.status AND old.status || '>' || new.status NOT IN ('asked>kept', 'asked>ended', 'kept>ended');
  SELECT RAISE(ABORT, 'kept_card_is_of_one: a card stays with its search') WHERE (new.user_id, new.wanted_id, new.event_id, new.shown_start_at, new.shown_venue_id) IS NOT (old.user_id, old.wanted_id, old.event_id, old.shown_start_at, old.shown_venue_id);
  SELECT RAISE(ABORT, 'kept_card_stays: a kept card is never replaced by another one') WHERE (old.customer_id IS NOT NULL AND (new.customer_id) IS NOT (old.customer_id))
      OR (old.method_id IS NOT NULL AND (new.method_id) IS NOT (old.method_id));
END;
--> statement-breakpoint
CREATE TRIGGER kept_card_is_kept BEFORE DELETE ON kept_cards WHEN old.status <> 'ended'
BEGIN
  SELECT RAISE(ABORT, 'kept_card_is_kept: a card that can pay is never deleted');
END;
