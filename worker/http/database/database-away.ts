import { DomainError } from '../answers/errors.ts';

const AGAIN_SECONDS = 5;

/** The error if the database does not answer and nothing was changed. */
export const databaseAway = (cause: unknown) =>
  new DomainError({
    code: 'server.unavailable',
    status: 503,
    message: 'Our database is not answering. Nothing was changed. Wait a few seconds, then try again.',
    retryAfterSeconds: AGAIN_SECONDS,
    cause,
  });

/** The error if a write got no answer. With an Idempotency-Key (`key`), the client may send the write again. */
export const unconfirmed = ({ cause, key }: { cause: unknown; key: string | undefined }) =>
  new DomainError({
    code: 'server.unconfirmed',
    status: 503,
    message: `Our database stopped answering, so we cannot tell whether this was saved. ${
      key === undefined
        ? 'Wait a few seconds, then check before you try again.'
        : 'Wait a few seconds, then try again: nothing happens twice.'
    }`,
    retryAfterSeconds: AGAIN_SECONDS,
    cause,
  });
