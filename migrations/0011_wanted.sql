ALTER TABLE "waitlist" ADD COLUMN `wanted_id` text;
--> statement-breakpoint
ALTER TABLE "waitlist" ADD COLUMN `wanted_until` integer;
--> statement-breakpoint
ALTER TABLE "waitlist" ADD COLUMN `most_cents` integer;
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_wanted` ON `waitlist` (`wanted_id`) WHERE wanted_id is not null;
--> statement-breakpoint
CREATE INDEX `waitlist_wanted_until` ON `waitlist` (`wanted_until`) WHERE wanted_until is not null;
