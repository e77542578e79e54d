import * as v from 'valibot';
import { optionalText } from '../base/inputs.ts';

const base64url = (max: number) => v.pipe(v.string(), v.maxLength(max), v.regex(/^[\w-]+$/, 'must be base64url'));

const credential = { id: base64url(2048), rawId: base64url(2048), type: v.literal('public-key') };

export const CreatedKey = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(8192),
    attestationObject: base64url(65_536),
    transports: v.nullish(v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(8)), []),
  }),
});

export const SignedText = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(8192),
    authenticatorData: base64url(8192),
    signature: base64url(8192),
    userHandle: optionalText(256),
  }),
});

export type CreatedKey = v.InferOutput<typeof CreatedKey>;
export type SignedText = v.InferOutput<typeof SignedText>;

/** Ignores the relying party in the answer, because only our settings decide it. */
export const PasskeyAnswer = v.variant(
  'type',
  [
    v.object({ type: v.literal('create'), credential_response: CreatedKey }),
    v.object({ type: v.literal('request'), credential_response: SignedText }),
  ],
  'WebAuthn type must be create or request',
);
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswer>;
