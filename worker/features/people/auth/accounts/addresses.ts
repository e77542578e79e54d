import type { Context } from 'hono';
import * as v from 'valibot';
import { EmailAddress } from '../../../../contract/people/email-address.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { malformed, phoneDisabled } from '../base/errors.ts';
import { optionalText } from '../base/inputs.ts';
import type { UserKey } from '../base/users.db.ts';

export type Addressee = { channel: 'email'; address: string } | { channel: 'sms'; address: string };

interface AddressBody {
  email?: string | null;
  phone?: string | null;
}

/** Body fields that name an address. An empty string counts as absent. */
export const AddressFields = { email: optionalText(1024), phone: optionalText(64) };

/** Only text messages are sent. `whatsapp` is accepted and ignored. */
export const ChannelField = {
  channel: v.nullish(v.picklist(['sms', 'whatsapp', ''], 'Invalid channel, supported values are sms or whatsapp')),
};

const foldEmail = (raw: string) => raw.trim().toLowerCase();
const foldPhone = (raw: string) => raw.replaceAll(/[+\s]/g, '');

/** Returns the key of a rate limit: the address in the body, valid or not. Undefined if the body has no address. */
export function limitedAddress({ email, phone }: AddressBody): string | undefined {
  return foldEmail(email ?? '') || foldPhone(phone ?? '') || undefined;
}

/** Returns the address in lower case. Throws a 400 for an invalid one. */
export function emailOf(raw: string): string {
  const email = foldEmail(raw);
  if (email.length > 255) throw malformed('Unable to validate email address: too long');
  if (!v.is(EmailAddress, email)) throw malformed('Unable to validate email address: invalid format');
  return email;
}

/** Returns the digits of an E.164 number, without the plus. Throws a 400 for an invalid one. */
export function phoneOf(raw: string): string {
  const phone = foldPhone(raw);
  if (!/^[1-9]\d{1,14}$/.test(phone)) throw malformed('Invalid phone number format (E.164 required)');
  return phone;
}

const TEXTS = {
  both: 'Only an email address or phone number should be provided',
  none: 'One of email or phone must be set',
};

/** Returns the one address in a body. `texts` are the errors for two addresses and for none. */
export function addresseeOf(c: Context<AuthEnv>, body: AddressBody, texts = TEXTS): Addressee {
  if (body.email && body.phone) throw malformed(texts.both);
  if (body.email) return { channel: 'email', address: emailOf(body.email) };
  if (!body.phone) throw malformed(texts.none);
  if (!c.get('config').phone) throw phoneDisabled();
  return { channel: 'sms', address: phoneOf(body.phone) };
}

export function providerOf({ channel }: Addressee): 'email' | 'phone' {
  return channel === 'email' ? 'email' : 'phone';
}

export function keyOf({ channel, address }: Addressee): UserKey {
  return channel === 'email' ? { email: address } : { phone: address };
}
