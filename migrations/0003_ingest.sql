DROP INDEX `events_venue`;--> statement-breakpoint
CREATE INDEX `events_venue_start` ON `events` (`venue_id`,`start_at`);