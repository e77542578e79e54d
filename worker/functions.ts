import { Hono } from 'hono';
import type { AppEnv } from './context.ts';
import { MINUTE } from './contract/time/durations.ts';
import { roomCopyRoutes } from './features/talk/chat/room-copies.routes.ts';
import { imageUploadRoutes } from './features/nights/images/images.routes.ts';
import { ingestRoutes } from './features/nights/ingest/ingest.routes.ts';
import { notFound } from './http/answers/errors.ts';
import { answerFunctionError } from './http/answers/answer-error.ts';
import { refuseForeignPages } from './http/answers/own-page.ts';
import { timelyBody } from './http/answers/timely-body.ts';

/** The body of a request, such as a feed or a picture, must arrive and be stored within this time, in ms. */
const BODY_MS = 2 * MINUTE;

/** Endpoints for programs and the admin screens. The body of an error is `{ error }`, a sentence for the user. */
export const functions = new Hono<AppEnv>()
  .basePath('/functions/v1')
  .onError(answerFunctionError)
  .use(refuseForeignPages, timelyBody(BODY_MS))
  .route('/', ingestRoutes)
  .route('/', imageUploadRoutes)
  .route('/', roomCopyRoutes);
functions.all('*', () => {
  throw notFound();
});
