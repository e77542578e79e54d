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

export class PlainError extends DomainError {
  constructor(status: ContentfulStatusCode, code: ErrorCode, message: string) {
    super({ status, code, message });
  }
}

/** Finds the domain error in `error` or in its cause, because Drizzle wraps what a query throws. */
export function domainErrorOf(error: Error): DomainError | undefined {
  return [error, error.cause].find((each) => each instanceof DomainError);
}

export const unreadable = () =>
  new PlainError(400, 'request.unreadable', 'The body isn’t valid JSON. Check it and send it again.');

export const invalid = (fields: Record<string, string>) =>
  new DomainError({
    code: 'request.invalid',
    status: 422,
    message: Object.values(fields)[0] ?? 'Something in the form isn’t right. Please check it.',
    fields,
  });

export const tooLarge = () => new PlainError(413, 'request.too_large', 'That is more than we can take at once.');

export const tooSlow = () =>
  new PlainError(408, 'request.too_slow', 'Your request took too long to arrive. Send it again.');

export const foreignPage = () =>
  new PlainError(403, 'request.foreign_page', 'This request came from another site. Open our own page and try again.');

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

export const notFound = () => new PlainError(404, 'request.not_found', 'We couldn’t find that.');

export const signedOut = () => new PlainError(401, 'request.signed_out', 'You are signed out. Sign in and try again.');

export const secondFactorOwed = () =>
  new PlainError(403, 'request.second_factor', 'Your account has a second factor. Enter its code to continue.');

export const staffFactorMissing = () =>
  new PlainError(
    403,
    'request.staff_second_factor',
    'Admins need a second factor. Set up a passkey or an authenticator app on your account page, then come back.',
  );

export const forbidden = () => new PlainError(403, 'request.forbidden', 'Your account isn’t allowed to do that.');

export const launchOff = () =>
  new PlainError(403, 'launch.off', 'This feature is switched off for now. Try again later.');

export const eventNotFound = () => new PlainError(404, 'event.not_found', 'Event not found');

export const requestNotFound = () =>
  new PlainError(404, 'tickets.request_not_found', 'We couldn’t find that ticket request.');

export const venueNotFound = () => new PlainError(404, 'venue.not_found', 'Venue not found');

export const eventCancelled = () =>
  new PlainError(409, 'event.cancelled', 'This night is canceled. Pick another night.');

export const waitlistClosed = () =>
  new PlainError(409, 'waitlist.closed', 'This night is over, so its waitlist is closed. Pick another night.');

/** Somebody else saved while the editor was open. */
export const stale = (versions: Versions) =>
  new DomainError({
    code: 'request.stale',
    status: 409,
    message: 'Someone changed this since you opened it. Compare both versions and save again.',
    versions,
  });

export const mutedHere = () =>
  new PlainError(403, 'chat.muted', 'You can’t write in this chat. Write to support if that is a mistake.');

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

export const notASocket = () => new PlainError(426, 'chat.not_a_socket', 'This address is for live connections only.');

export const badSignature = (message: string) => new PlainError(401, 'ingest.bad_signature', message);

export const tooManyItems = (sent: number, most: number) =>
  new PlainError(422, 'ingest.too_many_items', `Send at most ${most} events at once. This array has ${sent}.`);

export const idReused = () =>
  new PlainError(
    409,
    'ingest.id_reused',
    'This webhook-id was already used with a different body. Use a new id for each delivery.',
  );

export const stillRunning = () =>
  new DomainError({
    code: 'request.conflict',
    status: 409,
    message: 'The first delivery with this webhook-id is still being processed. Send it again in a moment.',
    retryAfterSeconds: 5,
  });

/** `message` tells the operator which settings are missing or wrong. */
export const notSetUp = (message: string) => new PlainError(500, 'server.unexpected', message);
