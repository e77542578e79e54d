import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorCode, Versions } from '../../contract/error-codes.ts';

/** `message` is the sentence for the user. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: ContentfulStatusCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly versions: Versions | undefined;

  constructor(refusal: {
    code: ErrorCode;
    status: ContentfulStatusCode;
    message: string;
    fields?: Record<string, string>;
    retryAfterSeconds?: number;
    versions?: Versions;
    /** The error behind a failure of the system. It is logged. */
    cause?: unknown;
  }) {
    super(refusal.message, { cause: refusal.cause });
    this.code = refusal.code;
    this.status = refusal.status;
    this.fields = refusal.fields;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
    this.versions = refusal.versions;
  }
}

/** Drizzle wraps what a query throws. */
export function domainErrorOf(error: Error): DomainError | undefined {
  return [error, error.cause].find((each) => each instanceof DomainError);
}

export const unreadable = () =>
  new DomainError({
    code: 'request.unreadable',
    status: 400,
    message: 'The body is not valid JSON. Check it and send it again.',
  });

export const invalid = (fields: Record<string, string>) =>
  new DomainError({
    code: 'request.invalid',
    status: 422,
    message: Object.values(fields)[0] ?? 'Something in the form is not right. Please check it.',
    fields,
  });

export const tooLarge = () =>
  new DomainError({ code: 'request.too_large', status: 413, message: 'That is more than we can take at once.' });

export const tooSlow = () =>
  new DomainError({
    code: 'request.too_slow',
    status: 408,
    message: 'Your request took too long to arrive. Send it again.',
  });

export const foreignPage = () =>
  new DomainError({
    code: 'request.foreign_page',
    status: 403,
    message: 'This request came from another site. Open our own page and try again.',
  });

export const tooMany = (retryAfterSeconds: number) =>
  new DomainError({
    code: 'request.too_many',
    status: 429,
    message: `Too many requests. Try again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  });

export const tooBusy = () =>
  new DomainError({
    code: 'request.busy',
    status: 503,
    message: 'Several people are making changes right now. Nothing was changed. Try again.',
    retryAfterSeconds: 1,
  });

export const notFound = () =>
  new DomainError({ code: 'request.not_found', status: 404, message: 'We could not find that.' });

export const signedOut = () =>
  new DomainError({ code: 'request.signed_out', status: 401, message: 'You are signed out. Sign in and try again.' });

export const secondFactorOwed = () =>
  new DomainError({
    code: 'request.second_factor',
    status: 403,
    message: 'Your account has a second factor. Enter its code to continue.',
  });

/** For an admin without a second factor where admins need one. */
export const staffFactorMissing = () =>
  new DomainError({
    code: 'request.staff_second_factor',
    status: 403,
    message:
      'Admins need a second factor. Set up a passkey or an authenticator app on your account page, then come back.',
  });

export const forbidden = () =>
  new DomainError({ code: 'request.forbidden', status: 403, message: 'Your account is not allowed to do that.' });

export const launchOff = () =>
  new DomainError({
    code: 'launch.off',
    status: 403,
    message: 'This feature is switched off for now. Try again later.',
  });

export const eventNotFound = () =>
  new DomainError({ code: 'event.not_found', status: 404, message: 'Event not found' });

export const requestNotFound = () =>
  new DomainError({
    code: 'tickets.request_not_found',
    status: 404,
    message: 'We could not find that ticket request.',
  });

export const venueNotFound = () =>
  new DomainError({ code: 'venue.not_found', status: 404, message: 'Venue not found' });

export const eventCancelled = () =>
  new DomainError({ code: 'event.cancelled', status: 409, message: 'This night is cancelled. Pick another night.' });

export const waitlistClosed = () =>
  new DomainError({
    code: 'waitlist.closed',
    status: 409,
    message: 'This night is over, so its waitlist is closed. Pick another night.',
  });

/** Somebody else saved while the editor was open. */
export const stale = (versions: Versions) =>
  new DomainError({
    code: 'request.stale',
    status: 409,
    message: 'Someone changed this since you opened it. Compare both versions and save again.',
    versions,
  });

export const mutedHere = () =>
  new DomainError({
    code: 'chat.muted',
    status: 403,
    message: 'You cannot write in this chat. Write to support if that is a mistake.',
  });

export const slowModeHere = (seconds: number) =>
  new DomainError({
    code: 'chat.slow',
    status: 429,
    message: `This chat is in slow mode. You can write again in ${seconds === 1 ? 'one second' : `${seconds} seconds`}.`,
    retryAfterSeconds: seconds,
  });

export const tooManySockets = () =>
  new DomainError({
    code: 'chat.too_many_sockets',
    status: 429,
    message: 'You have too many chats open. Close some and try again.',
    retryAfterSeconds: 30,
  });

export const notASocket = () =>
  new DomainError({ code: 'chat.not_a_socket', status: 426, message: 'This address is for live connections only.' });

export const badSignature = (message: string) =>
  new DomainError({ code: 'ingest.bad_signature', status: 401, message });

export const tooManyItems = (sent: number, most: number) =>
  new DomainError({
    code: 'ingest.too_many_items',
    status: 422,
    message: `Send at most ${most} events at once. This array has ${sent}.`,
  });

export const idReused = () =>
  new DomainError({
    code: 'ingest.id_reused',
    status: 409,
    message: 'This webhook-id was already used with a different body. Use a new id for each delivery.',
  });

export const stillRunning = () =>
  new DomainError({
    code: 'request.conflict',
    status: 409,
    message: 'The first delivery with this webhook-id is still being processed. Send it again in a moment.',
    retryAfterSeconds: 5,
  });

/** `message` names the wrong variables for the operator. */
export const notSetUp = (message: string) => new DomainError({ code: 'server.unexpected', status: 500, message });
