/** Statuses of refusals that can be temporary: a wrong API key, a request in progress, a rate limit. */
const PASSING = new Set([401, 403, 409, 429]);

export class ProviderError extends Error {
  /** The HTTP status, or 0 without an answer. Without an answer the call may still have worked. */
  readonly status: number;
  /**
   * Stripe's error code, or the type of the error if Stripe gave no code. Our own codes are `not_configured`,
   * `refused_host` and `no_answer`.
   */
  readonly code: string | null;
  /** Whether Stripe repeated the stored answer of an idempotency key. */
  readonly isReplayed: boolean;
  /** Whether a retry with the same idempotency key always fails: Stripe refused the call or stored a server error. */
  readonly isFinal: boolean;

  constructor(
    message: string,
    { status, code, isReplayed = false }: { status: number; code: string | null; isReplayed?: boolean },
  ) {
    super(message);
    this.name = 'ProviderError';
    this.status = status;
    this.code = code;
    this.isReplayed = isReplayed;
    this.isFinal = status >= 500 ? isReplayed : status >= 400 && !PASSING.has(status);
  }
}
