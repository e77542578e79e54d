import * as v from 'valibot';
import { EmailAddress } from './email-address.ts';
import { cleanName } from '../text/names.ts';

const MISSING = {
  name: 'Tell us your name.',
  email: 'Tell us your email address.',
  phone: 'Tell us your phone number.',
  instagram: 'Tell us your Instagram handle.',
  school: 'Tell us your school.',
};

const line = (field: keyof typeof MISSING, max: number, tooLong: string) =>
  v.pipe(v.string(MISSING[field]), v.transform(cleanName), v.nonEmpty(MISSING[field]), v.maxLength(max, tooLong));

/** Fields of the waitlist form and the reseller application. Unknown keys, including `status`, are dropped. */
export const PersonFields = {
  name: line('name', 100, 'Name too long'),
  email: v.pipe(line('email', 255, 'Email too long'), EmailAddress),
  phone: v.pipe(
    line('phone', 40, 'Phone number too long'),
    v.check((phone) => /\d/.test(phone), 'A phone number needs digits.'),
    v.check(isPlausiblePhone, 'That phone number is incomplete. Type it with its area code, like 617 555 0100.'),
  ),
  instagram: v.pipe(
    v.string(MISSING.instagram),
    v.transform((handle) => cleanName(stripAt(handle))),
    v.nonEmpty(MISSING.instagram),
    v.maxLength(60, 'Instagram handle too long'),
  ),
  school: line('school', 120, 'School too long'),
};

/** Seven to fifteen digits with the usual punctuation, and an optional extension. */
function isPlausiblePhone(phone: string): boolean {
  const [, number = ''] = /^(\+?[\d\s().\-/]+)(?:(?:x|ext\.?)\s*\d{1,6})?$/i.exec(phone) ?? [];
  const digits = number.replaceAll(/\D/g, '').length;
  return digits >= 7 && digits <= 15;
}

export function missingField(issue: v.BaseIssue<unknown>): string {
  const key = issue.path?.at(-1)?.key;
  return typeof key === 'string' && key in MISSING
    ? MISSING[key as keyof typeof MISSING]
    : 'The form must be a JSON object.';
}

export function stripAt(handle: string): string {
  return handle.replaceAll('@', '');
}

export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
