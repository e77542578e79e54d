import type { Context } from 'hono';
import * as v from 'valibot';
import { readJson } from '../../http/body.ts';
import type { AuthEnv } from './auth-env.ts';
import { malformed, refuse, weakPassword } from './errors.ts';

/** No password, known or new, is looked at beyond this many characters. */
export const MAX_PASSWORD = 100;

/**
 * What a person says of themselves travels in every access token, where a header holds no more; and the database reads no JSON that
 * is nested a thousand deep.
 */
const MAX_METADATA = 16_384;
const MAX_DEPTH = 32;
export const METADATA_TOO_LARGE = `data must be at most ${MAX_METADATA} characters of JSON, nested at most ${MAX_DEPTH} deep`;

/** Whether metadata may be kept. */
export function fitsMetadata(data: Record<string, unknown>): boolean {
  return isShallow(data, MAX_DEPTH) && JSON.stringify(data).length <= MAX_METADATA;
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}

type AnySchema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

const text = (max: number) => v.pipe(v.string(), v.maxLength(max));

/** Both PKCE fields or neither. */
const Challenge = {
  code_challenge: v.nullish(text(512)),
  code_challenge_method: v.nullish(text(16)),
};

/** The fields that most bodies share; unknown keys are dropped, empty strings count as absent. */
export const Address = { email: v.nullish(text(1024)), phone: v.nullish(text(64)) };
const Channel = { channel: v.nullish(v.picklist(['sms', 'whatsapp', ''], 'Invalid channel, supported values are sms or whatsapp')) };
const Data = {
  data: v.nullish(v.pipe(v.record(v.string(), v.unknown(), 'data must be an object'), v.check(fitsMetadata, METADATA_TOO_LARGE))),
};

export const SignUp = v.object({ ...Address, ...Challenge, ...Channel, ...Data, password: v.nullish(v.string()) });
export const PasswordGrant = v.object({ ...Address, password: v.nullish(v.string()) });
export const Otp = v.object({ ...Address, ...Challenge, ...Channel, ...Data, create_user: v.nullish(v.boolean()) });
export const Recover = v.object({ email: Address.email, ...Challenge });
export const Resend = v.object({ ...Address, ...Challenge, type: v.string() });
export const Verify = v.object({
  ...Address,
  type: v.string('Verify requires a verification type'),
  token: v.nullish(text(64)),
  token_hash: v.nullish(text(256)),
});
export const UpdateUser = v.object({
  ...Address,
  ...Challenge,
  ...Channel,
  ...Data,
  password: v.nullish(v.string()),
  current_password: v.nullish(v.string()),
  nonce: v.nullish(text(64)),
  app_metadata: v.nullish(v.unknown()),
});

/** The JSON body as a schema reads it. Unreadable is 400 `bad_json`, a wrong field 400 `validation_failed`. */
export async function authBody<S extends AnySchema>(c: Context<AuthEnv>, schema: S): Promise<v.InferOutput<S>> {
  const read = await readJson(c.req);
  if (Array.isArray(read)) throw malformed('body: expected an object');
  const result = v.safeParse(schema, read);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw malformed(`${v.getDotPath(issue) ?? 'body'}: ${issue.message}`);
}

const foldEmail = (raw: string) => raw.trim().toLowerCase();
const foldPhone = (raw: string) => raw.replaceAll(/[+\s]/g, '');

/** What a limit counts an address as, before anything has looked whether it is one; undefined where none came. */
export function accountOf({ email, phone }: { email?: string | null; phone?: string | null }): string | undefined {
  return foldEmail(email ?? '') || foldPhone(phone ?? '') || undefined;
}

/** A lower-cased address, or 400. */
export function emailOf(raw: string): string {
  const email = foldEmail(raw);
  if (email.length > 255) throw malformed('Unable to validate email address: too long');
  if (!v.is(v.pipe(v.string(), v.email()), email)) throw malformed('Unable to validate email address: invalid format');
  return email;
}

/** The digits of an E.164 number (contract 1.8), or 400. */
export function phoneOf(raw: string): string {
  const phone = foldPhone(raw);
  if (!/^[1-9]\d{1,14}$/.test(phone)) throw malformed('Invalid phone number format (E.164 required)');
  return phone;
}

/** An address of one kind. */
export type Addressee = { channel: 'email'; address: string } | { channel: 'sms'; address: string };

/** Exactly one of both addresses; `both` is said where two came, `none` where none did. */
export function addresseeOf(
  c: Context<AuthEnv>,
  body: { email?: string | null; phone?: string | null },
  texts: { both: string; none: string },
): Addressee {
  if (body.email && body.phone) throw malformed(texts.both);
  if (body.email) return { channel: 'email', address: emailOf(body.email) };
  if (!body.phone) throw malformed(texts.none);
  if (!c.get('config').phone) throw refuse(400, 'phone_provider_disabled', 'Phone logins are disabled');
  return { channel: 'sms', address: phoneOf(body.phone) };
}

/** A PKCE challenge as stored, null where none was sent; 400 where it is half or malformed. */
export interface PkceChallenge {
  code_challenge: string;
  code_challenge_method: 's256' | 'plain';
}

export function challengeOf(body: { code_challenge?: string | null; code_challenge_method?: string | null }): PkceChallenge | null {
  const [challenge, method] = [body.code_challenge ?? '', (body.code_challenge_method ?? '').toLowerCase()];
  if (!challenge && !method) return null;
  if (!challenge || !method) throw malformed('PKCE flow requires code_challenge_method and code_challenge');
  if (!/^[\w.~-]{43,128}$/.test(challenge)) throw malformed('code challenge has to be between 43 and 128 characters of the unreserved set');
  if (method !== 's256' && method !== 'plain') throw malformed('invalid code challenge method');
  return { code_challenge: challenge, code_challenge_method: method };
}

/** Refuses a new password that breaks the policy: 422 `weak_password`, or 400 over the length the service reads. */
export function checkPassword(c: Context<AuthEnv>, password: string): void {
  if (password.length > MAX_PASSWORD) throw malformed(`Password cannot be longer than ${MAX_PASSWORD} characters`);
  const reasons = weaknesses(c, password);
  if (reasons.length > 0) throw weakPassword(`Password should be at least ${c.get('config').min_password} characters.`, reasons);
}

/** Why a password no longer meets the policy; empty where it does. */
export function weaknesses(c: Context<AuthEnv>, password: string): string[] {
  return password.length < c.get('config').min_password ? ['length'] : [];
}
