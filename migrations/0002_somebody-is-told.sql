ALTER TABLE "cron_runs" ADD COLUMN `alarms` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
ALTER TABLE "reconciliations" ADD COLUMN `payout_interval` text;
--> statement-breakpoint
CREATE TABLE `traffic` (
	`at` integer NOT NULL,
	`version` text NOT NULL,
	`requests` integer DEFAULT 0 NOT NULL,
	`errors` integer DEFAULT 0 NOT NULL,
	`within_50` integer DEFAULT 0 NOT NULL,
	`within_100` integer DEFAULT 0 NOT NULL,
	`within_250` integer DEFAULT 0 NOT NULL,
	`within_500` integer DEFAULT 0 NOT NULL,
	`within_1000` integer DEFAULT 0 NOT NULL,
	`within_2500` integer DEFAULT 0 NOT NULL,
	`writes` integer DEFAULT 0 NOT NULL,
	`write_ms` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`at`, `version`)
);
