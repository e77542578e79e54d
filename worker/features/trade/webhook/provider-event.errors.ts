import { DomainError } from '../../../http/answers/errors.ts';

export const badEvent = () =>
  new DomainError({
    code: 'payments.bad_signature',
    status: 400,
    message: 'The signature of this event isn’t valid.',
  });

export const unknownCharge = () =>
  new DomainError({
    code: 'payments.unknown_charge',
    status: 503,
    message: "This event can't be handled yet. Send it again.",
    retryAfterSeconds: 60,
  });
