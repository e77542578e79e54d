import { defineConfig } from 'drizzle-kit';

/** The tables of a chat room's Durable Object. `npm run migrations` generates those of D1. */
export default defineConfig({
  dialect: 'sqlite',
  driver: 'durable-sqlite',
  schema: './drizzle/room/schema.ts',
  out: './worker/rooms/migrations',
});
