import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthEnv } from '../base/auth-env.ts';
import { malformed, phoneDisabled } from '../base/errors.ts';
import { optionalText } from '../base/inputs.ts';
import type { UserKey } from '../base/users.db.ts';

/** An email address or a phone number. */
export type Addressee = { channel: 'email'; address: string } | { channel: 'sms'; address: string };

interface AddressBody {
  email?: string | null;
  phone?: string | null;
}

/** Body fields that name an address. An empty string counts as absent. */
export const AddressFields = { email: optionalText(1024), phone: optionalText(64) };

/**
 * Body field that chooses how a phone gets its code. Text messages are the only way; `whatsapp` is accepted and
 * ignored.
 */
export const ChannelField = {
  channel: v.nullish(v.picklist(['sms', 'whatsapp', ''], 'Invalid channel, supported values are sms or whatsapp')),
};

const foldEmail = (raw: string) => raw.trim().toLowerCase();
const foldPhone = (raw: string) => raw.replaceAll(/[+\s]/g, '');

/** The name under which a limit counts an address, valid or not. Undefined if the body names none. */
export function limitedAddress({ email, phone }: AddressBody): string | undefined {
  return foldEmail(email ?? '') || foldPhone(phone ?? '') || undefined;
}

/** An email address in lower case. An invalid one is 400. */
export function emailOf(raw: string): string {
  const email = foldEmail(raw);
  if (email.length > 255) throw malformed('Unable to validate email address: too long');
  if (!v.is(v.pipe(v.string(), v.rfcEmail()), email))
    throw malformed('Unable to validate email address: invalid format');
  return email;
}

/** The digits of an E.164 phone number, without the plus. An invalid one is 400. */
export function phoneOf(raw: string): string {
  const phone = foldPhone(raw);
  if (!/^[1-9]\d{1,14}$/.test(phone)) throw malformed('Invalid phone number format (E.164 required)');
  return phone;
}

/** The one address that a body names. `texts` are the refusals for two addresses and for none. */
export function addresseeOf(c: Context<AuthEnv>, body: AddressBody, texts: { both: string; none: string }): Addressee {
  if (body.email && body.phone) throw malformed(texts.both);
  if (body.email) return { channel: 'email', address: emailOf(body.email) };
  if (!body.phone) throw malformed(texts.none);
  if (!c.get('config').phone) throw phoneDisabled();
  return { channel: 'sms', address: phoneOf(body.phone) };
}

/** The provider of the identity that an address makes. */
export function providerOf({ channel }: Addressee): 'email' | 'phone' {
  return channel === 'email' ? 'email' : 'phone';
}

/** The key that finds the user of an address. */
export function keyOf({ channel, address }: Addressee): UserKey {
  return channel === 'email' ? { email: address } : { phone: address };
}
