-- replaces trigger payment_made
-- replaces trigger request_group_moved
-- replaces trigger request_moved
DROP TRIGGER "payment_made";
--> statement-breakpoint
DROP TRIGGER "request_group_moved";
--> statement-breakpoint
DROP TRIGGER "request_moved";
--> statement-breakpoint
CREATE TABLE `squad_cards` (
	`id` text PRIMARY KEY NOT NULL,
	`squad_id` text NOT NULL,
	`user_id` text NOT NULL,
	`status` text DEFAULT 'awaiting' NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`session_attempt` integer DEFAULT 1 NOT NULL,
	`session_id` text,
	`session_url` text,
	`intent_id` text,
	`charge_id` text,
	`capture_before` integer,
	`authorized_at` integer,
	`left_at` integer,
	`home_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`squad_id`) REFERENCES `squads`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "squad_cards_authorized" CHECK((status in ('authorized', 'used')) <= (intent_id is not null)),
	CONSTRAINT "squad_cards_home" CHECK(home_at is null or status = 'used'),
	CONSTRAINT "squad_cards_status_known" CHECK("squad_cards"."status" in ('awaiting', 'authorized', 'used', 'voided', 'failed'))
);
--> statement-breakpoint
CREATE TABLE `squads` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`captain_id` text NOT NULL,
	`places` integer NOT NULL,
	`most_cents` integer NOT NULL,
	`status` text DEFAULT 'gathering' NOT NULL,
	`ended_because` text,
	`pay_by` integer NOT NULL,
	`shown_start_at` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`settle_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`looked_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`captain_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "squads_places" CHECK(places between 2 and 8),
	CONSTRAINT "squads_most" CHECK(most_cents >= 50),
	CONSTRAINT "squads_ended" CHECK((status = 'ended') = (ended_because is not null)),
	CONSTRAINT "squads_status_known" CHECK("squads"."status" in ('gathering', 'held', 'ended')),
	CONSTRAINT "squads_end_known" CHECK(ended_because is null or "squads"."ended_because" in ('time', 'no_stock', 'friend', 'event', 'captain'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `squad_cards_session_id_unique` ON `squad_cards` (`session_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `squad_cards_intent_id_unique` ON `squad_cards` (`intent_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `squad_cards_open` ON `squad_cards` (`squad_id`,`user_id`) WHERE left_at is null and status in ('awaiting', 'authorized', 'used');
--> statement-breakpoint
CREATE INDEX `squad_cards_user` ON `squad_cards` (`user_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `squad_cards_squad` ON `squad_cards` (`squad_id`);
--> statement-breakpoint
CREATE INDEX `squad_cards_home` ON `squad_cards` (`home_at`) WHERE home_at is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `squads_gathering` ON `squads` (`captain_id`,`event_id`) WHERE status = 'gathering';
--> statement-breakpoint
CREATE INDEX `squads_settle` ON `squads` (`settle_at`) WHERE settle_at is not null;
--> statement-breakpoint
CREATE INDEX `squads_event` ON `squads` (`event_id`);
--> statement-breakpoint
CREATE INDEX `squads_created` ON `squads` (`created_at`);
--> statement-breakpoint
CREATE TRIGGER payment_made AFTER INSERT ON payments
  WHEN new.status IN ('authorized', 'captured') OR new.replaces IS NOT NULL
BEGIN
  UPDATE events SET has_sales = 1 WHERE id = (SELECT event_id FROM ticket_requests WHERE id = new.request_id) AND has_sales = 0;
  SELECT RAISE(ABORT, 'payment_takes_squad_card: this card is not authorized for a squad') WHERE EXISTS (SELECT 1 FROM squad_cards card WHERE card.id = new.request_id AND NOT (
      new.status = 'authorized' AND card.status = 'authorized' AND card.left_at IS NULL
        AND card.intent_id IS new.intent_id AND card.user_id = (SELECT buyer_id FROM ticket_requests WHERE id = new.request_id)
        AND card.squad_id IS (SELECT group_id FROM ticket_requests WHERE id = new.request_id)));
  UPDATE squad_cards SET status = 'used' WHERE id = new.request_id;
  SELECT RAISE(ABORT, 'replacement_follows: this payment replaces no other one') WHERE new.replaces IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM payments earlier
      JOIN ticket_requests failed ON failed.id = earlier.request_id
      JOIN ticket_requests fresh ON fresh.id = new.request_id
      WHERE earlier.request_id = new.replaces AND earlier.status = 'captured' AND new.status = 'captured'
        AND earlier.moved_cents > 0
        AND coalesce(earlier.paid_from, earlier.request_id) = new.paid_from
        AND fresh.status = 'accepted' AND fresh.buyer_id = failed.buyer_id AND fresh.event_id = failed.event_id
        AND fresh.quantity = failed.quantity AND fresh.seller_id <> failed.seller_id);
  SELECT RAISE(ABORT, 'replacement_is_on_sale: this listing has no such tickets any more') WHERE new.replaces IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM listings l JOIN ticket_requests fresh ON fresh.listing_id = l.id
      WHERE fresh.id = new.request_id AND l.status = 'active' AND l.is_instant = 1 AND l.handover_kind = 'file'
        AND l.seller_id = fresh.seller_id AND l.event_id = fresh.event_id
          AND l.ask_price_cents = fresh.offered_price_cents
        AND l.quantity >= fresh.quantity);
  UPDATE listing_tickets SET request_id = new.request_id WHERE new.replaces IS NOT NULL AND id IN (
    SELECT id FROM listing_tickets WHERE listing_id = (SELECT listing_id FROM ticket_requests WHERE id = new.request_id) AND request_id IS NULL
      AND freed_at IS NULL
    ORDER BY created_at, id LIMIT (SELECT quantity FROM ticket_requests WHERE id = new.request_id));
  SELECT RAISE(ABORT, 'replacement_takes_tickets: this listing lacks tickets') WHERE new.replaces IS NOT NULL
      AND (SELECT count(*) FROM listing_tickets WHERE request_id = new.request_id) <> (SELECT quantity FROM ticket_requests WHERE id = new.request_id);
  UPDATE listings SET
    quantity = quantity - (SELECT quantity FROM ticket_requests WHERE id = new.request_id),
    status = CASE WHEN quantity > (SELECT quantity FROM ticket_requests WHERE id = new.request_id) THEN 'active' WHEN held > 0 THEN 'reserved' ELSE 'sold' END
  WHERE new.replaces IS NOT NULL AND id = (SELECT listing_id FROM ticket_requests WHERE id = new.request_id);
END;
--> statement-breakpoint
CREATE TRIGGER request_group_moved AFTER UPDATE OF status ON ticket_requests
  WHEN old.status = 'pending' AND new.group_id IS NOT NULL
BEGIN
  UPDATE ticket_requests SET status = 'cancelled', answer = NULL, asked_until = NULL,
    expires_at = coalesce(asked_until, expires_at),
    told_at = iif(buyer_id = new.buyer_id, CAST(unixepoch('subsec') * 1000 AS INTEGER), told_at)
  WHERE new.status IN ('declined', 'cancelled', 'expired') AND group_id = new.group_id AND status = 'pending'
    AND NOT (answer IS 'accepted' AND EXISTS (SELECT 1 FROM payments WHERE request_id = ticket_requests.id));
  UPDATE payments SET settle_at = 0, version = version + 1
  WHERE new.status IN ('declined', 'cancelled', 'expired') AND status IN ('awaiting', 'authorized') AND request_id IN (SELECT id FROM ticket_requests
  WHERE group_id = new.group_id AND status = 'pending');
  UPDATE payments SET settle_at = 0, version = version + 1
  WHERE new.status IN ('declined', 'cancelled', 'expired') AND status = 'captured' AND request_id IN (SELECT id FROM ticket_requests
  WHERE group_id = new.group_id AND status = 'accepted');
  UPDATE ticket_requests SET status = 'accepted'
  WHERE new.status = 'accepted' AND group_id = new.group_id AND status = 'pending' AND answer = 'accepted'
    AND NOT EXISTS (SELECT 1 FROM payments WHERE request_id = ticket_requests.id);
END;
--> statement-breakpoint
CREATE TRIGGER request_moved AFTER UPDATE OF status, answer, expires_at ON ticket_requests
WHEN (new.status, new.answer, new.expires_at) IS NOT (old.status, old.answer, old.expires_at)
BEGIN
  UPDATE listings SET
    held = held - new.quantity,
    status = CASE WHEN status = 'reserved' AND held = new.quantity THEN 'sold' ELSE status END
  WHERE id = new.listing_id AND old.status = 'pending' AND new.status = 'accepted';
  UPDATE listings SET
    quantity = quantity + new.quantity,
    held = held - new.quantity,
    status = CASE WHEN status = 'reserved' THEN 'active' ELSE status END
  WHERE id = new.listing_id AND old.status = 'pending' AND new.status IN ('declined', 'cancelled', 'expired');
  UPDATE payments SET settle_at = iif(new.status = 'pending' AND NOT (new.group_id IS NOT NULL AND EXISTS (
      SELECT 1 FROM ticket_requests WHERE group_id = new.group_id AND status IN ('declined', 'cancelled', 'expired'))),
    new.expires_at, 0), version = version + 1
  WHERE request_id = new.id AND status IN ('awaiting', 'authorized');
END;
--> statement-breakpoint
CREATE TRIGGER squad_changes BEFORE UPDATE OF status, event_id, captain_id, most_cents, shown_start_at ON squads
BEGIN
  SELECT RAISE(ABORT, 'squad_moves: this squad cannot get that status') WHERE old.status <> new.status AND old.status || '>' || new.status NOT IN ('gathering>held', 'gathering>ended');
  SELECT RAISE(ABORT, 'squad_terms_are_fixed: what friends have authorized never changes') WHERE (new.event_id, new.captain_id, new.most_cents, new.shown_start_at) IS NOT (old.event_id, old.captain_id, old.most_cents, old.shown_start_at);
  SELECT RAISE(ABORT, 'squad_held_whole: not every place has its ticket') WHERE new.status = 'held' AND old.status <> 'held' AND new.places <> (SELECT count(*) FROM squad_cards card
      JOIN payments paid ON paid.request_id = card.id
      JOIN ticket_requests asked ON asked.id = card.id AND asked.group_id = new.id AND asked.quantity = 1
      WHERE card.squad_id = new.id AND card.status = 'used'
        AND paid.tickets_cents + paid.buyer_fee_cents <= new.most_cents);
END;
--> statement-breakpoint
CREATE TRIGGER squad_card_changes BEFORE UPDATE OF status, squad_id, user_id ON squad_cards
BEGIN
  SELECT RAISE(ABORT, 'squad_card_moves: this card cannot get that status') WHERE old.status <> new.status AND old.status || '>' || new.status NOT IN ('awaiting>authorized', 'awaiting>failed', 'authorized>used', 'authorized>voided');
  SELECT RAISE(ABORT, 'squad_card_is_of_one: a card stays with its friend') WHERE (new.squad_id, new.user_id) IS NOT (old.squad_id, old.user_id);
  SELECT RAISE(ABORT, 'squad_card_pays_once: no payment takes this card') WHERE new.status = 'used' AND old.status <> 'used'
      AND NOT EXISTS (SELECT 1 FROM payments WHERE request_id = new.id AND intent_id = new.intent_id);
END;
--> statement-breakpoint
CREATE TRIGGER squad_card_is_kept BEFORE DELETE ON squad_cards WHEN old.status IN ('awaiting', 'authorized')
BEGIN
  SELECT RAISE(ABORT, 'squad_card_is_kept: a card that may be authorized is never deleted');
END;
