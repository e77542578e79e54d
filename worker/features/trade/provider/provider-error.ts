/**
 * Statuses of a refusal that the same request may overcome: another API key, a request still running, too many
 * requests.
 */
const PASSING = new Set([401, 403, 409, 429]);

/** A call to the payment provider that failed. */
export class ProviderError extends Error {
  /** The HTTP status; 0 if no answer came. The call may have had its effect then. */
  readonly status: number;
  /**
   * Stripe's code of the error, such as `charge_disputed`, else its type, such as `idempotency_error`. Of our own:
   * `not_configured`, `refused_host`, `no_answer`.
   */
  readonly code: string | null;
  /** Whether Stripe repeated the stored answer of an idempotency key. */
  readonly isReplayed: boolean;
  /**
   * Whether the same idempotency key can never succeed: a definite refusal, or a server error that Stripe stored under
   * the key.
   */
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
