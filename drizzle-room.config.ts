import { defineConfig } from 'drizzle-kit';

/** For `npm run migrations:room`, which generates migrations of a chat room. `npm run migrations` is for D1. */
export default defineConfig({
  dialect: 'sqlite',
  driver: 'durable-sqlite',
  schema: './drizzle/room/schema.ts',
  out: './worker/rooms/migrations',
});
