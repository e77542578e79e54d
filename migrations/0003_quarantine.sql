ALTER TABLE "cron_runs" ADD COLUMN `quarantine` text;
