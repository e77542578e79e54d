ALTER TABLE `listings` ADD `idempotency_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `listings_key` ON `listings` (`seller_id`,`idempotency_key`);