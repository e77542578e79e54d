import type { Context, Hono } from 'hono';
import { generateSpecs } from 'hono-openapi';
import type { AppEnv } from '../context.ts';

/** The description of `/api`, generated from the routes and their schemas. */
export async function describeApi(c: Context<AppEnv>, api: Hono<AppEnv>) {
  return generateSpecs(
    api,
    {
      documentation: {
        info: { title: 'Vouch', version: '1.0.0', description: 'Student nightlife: nights, waitlists, chat, fair resale.' },
      },
    },
    c,
  );
}
