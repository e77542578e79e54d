import { PlainError } from '../../../http/answers/errors.ts';

export const notDead = () =>
  new PlainError(409, 'request.conflict', 'This message is no longer among those given up, or it has expired.');
