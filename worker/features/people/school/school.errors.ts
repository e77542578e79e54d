import { DomainError, PlainError } from '../../../http/answers/errors.ts';

const REFUSED = {
  unknown: {
    code: 'school.unknown',
    message: 'We don’t know this school yet. Check the address, or ask us to add the school.',
  },
  alumni: {
    code: 'school.not_student',
    message: 'This is an address for alumni. Use the inbox that you have as a student.',
  },
  staff: {
    code: 'school.not_student',
    message: 'This is an address for staff. Use the inbox that you have as a student.',
  },
} as const;

export const addressRefused = (why: keyof typeof REFUSED) => {
  const { code, message } = REFUSED[why];
  return new DomainError({ code, status: 422, message, fields: { email: message } });
};

/** `left` is the number of remaining tries. */
export const codeWrong = (left: number) => {
  const message =
    left > 0
      ? `That isn’t the code. You have ${left === 1 ? 'one more try' : `${left} more tries`}.`
      : 'That isn’t the code. Ask for a new one.';
  return new DomainError({ code: 'school.code_wrong', status: 422, message, fields: { code: message } });
};

export const codeEnded = () =>
  new PlainError(409, 'school.code_ended', 'Your code no longer works. Ask for a new one.');

export const inboxTaken = () =>
  new PlainError(
    409,
    'school.inbox_taken',
    'This inbox already verifies another account. Sign in there, or write to support.',
  );

export const schoolKnown = () =>
  new PlainError(
    409,
    'school.known',
    'We already know this school. Go back and type the address of your school inbox.',
  );

export const askDeclined = () =>
  new PlainError(
    409,
    'school.declined',
    'We couldn’t add this school. If its students have another email domain, name that one, or write to support.',
  );

export const tooManyAsks = () =>
  new PlainError(409, 'school.too_many_asks', 'You have asked for three schools. Please wait for our answer.');
