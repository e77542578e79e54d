import { defineConfig } from 'drizzle-kit';

export default defineConfig({ dialect: 'sqlite', schema: './drizzle/tables/schema.ts', out: './migrations' });
