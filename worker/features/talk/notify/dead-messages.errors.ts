import { DomainError } from '../../../http/answers/errors.ts';

export const notDead = () =>
  new DomainError({
    code: 'request.conflict',
    status: 409,
    message: 'This message is no longer among those given up, or it has expired.',
  });
