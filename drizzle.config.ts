import { defineConfig } from 'drizzle-kit';

export default defineConfig({ dialect: 'sqlite', schema: './drizzle/tables/all-tables.ts', out: './migrations' });
