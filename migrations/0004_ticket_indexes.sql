DROP INDEX `listings_event_status_price`;--> statement-breakpoint
CREATE INDEX `listings_event_status_price` ON `listings` (`event_id`,`status`,`ask_price_cents`,`created_at`,`id`);--> statement-breakpoint
DROP INDEX `ticket_requests_event_status`;--> statement-breakpoint
DROP INDEX `ticket_requests_listing_status`;--> statement-breakpoint
CREATE INDEX `ticket_requests_buyer` ON `ticket_requests` (`buyer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ticket_requests_seller` ON `ticket_requests` (`seller_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ticket_requests_event_status` ON `ticket_requests` (`event_id`,`status`,`expires_at`);--> statement-breakpoint
CREATE INDEX `ticket_requests_listing_status` ON `ticket_requests` (`listing_id`,`status`,`expires_at`);