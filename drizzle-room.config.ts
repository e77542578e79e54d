import { defineConfig } from 'drizzle-kit';

/** The tables inside a chat room's Durable Object; those of D1 are `drizzle.config.ts`. */
export default defineConfig({
  dialect: 'sqlite',
  driver: 'durable-sqlite',
  schema: './drizzle/room/schema.ts',
  out: './worker/rooms/migrations',
});
