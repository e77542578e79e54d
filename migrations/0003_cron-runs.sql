CREATE TABLE `cron_runs` (
	`id` integer PRIMARY KEY NOT NULL,
	`began_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`failed` text DEFAULT '' NOT NULL,
	CONSTRAINT "cron_runs_one_row" CHECK(id = 1)
);
