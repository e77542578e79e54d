ALTER TABLE "disputes" ADD COLUMN `told_status` text;
--> statement-breakpoint
CREATE INDEX `disputes_untold` ON `disputes` (`opened_at`) WHERE told_status is not status;
