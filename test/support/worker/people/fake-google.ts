import { base64urlnopad, hex } from '@scure/base';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { vi } from 'vitest';
import { withVars } from './auth-client.ts';

const ISSUER = 'https://accounts.google.com';
const CLIENT_ID = 'vouch-web.apps.test';

/** The claims of a token. A claim that is null is left out. */
export type Claims = Record<string, unknown>;

export interface FakeGoogle {
  bindings: Env;
  issuer: string;
  client_id: string;
  idToken: (claims: Claims, signed?: { key?: CryptoKey; kid?: string; alg?: string }) => Promise<string>;
  /** Sets the answer to the next exchange of `code`. `nonce` must be the one that the OAuth flow sent. */
  willExchange: (code: string, answer: { claims: Claims; nonce?: string; extra?: Record<string, string> }) => void;
  exchanges: URLSearchParams[];
  key: CryptoKey;
  publicJwk: object;
}

export const sha256Hex = async (text: string) =>
  hex.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

export const atHash = async (token: string) =>
  base64urlnopad.encode(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))).slice(0, 16),
  );

/** All test files use one key pair, because the Worker caches the keys of a provider. */
const keys = generateKeyPair('RS256', { extractable: true });

/** Replaces `fetch` in the calling test file. A call to any host but Google gets a response with the status 599. */
export async function fakeGoogle(): Promise<FakeGoogle> {
  const { privateKey, publicKey } = await keys;
  const publicJwk = { ...(await exportJWK(publicKey)), kid: 'google-1', alg: 'RS256', use: 'sig' };
  const answers = new Map<string, { claims: Claims; nonce?: string; extra?: Record<string, string> }>();
  const exchanges: URLSearchParams[] = [];

  const idToken: FakeGoogle['idToken'] = (claims, { key = privateKey, kid = 'google-1', alg = 'RS256' } = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const whole = { iss: ISSUER, aud: CLIENT_ID, iat: now, exp: now + 600, email_verified: true, ...claims };
    const payload = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null));
    return new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(key);
  };

  const exchange = async (form: URLSearchParams): Promise<Response> => {
    exchanges.push(form);
    const answer = answers.get(form.get('code') ?? '');
    if (!answer) return Response.json({ error: 'invalid_grant' }, { status: 400 });
    answers.delete(form.get('code') ?? '');
    const id_token = await idToken({ ...answer.claims, ...(answer.nonce ? { nonce: answer.nonce } : {}) });
    return Response.json({
      access_token: 'google-access',
      token_type: 'Bearer',
      expires_in: 3600,
      id_token,
      ...answer.extra,
    });
  };

  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    switch (request.url) {
      case `${ISSUER}/.well-known/openid-configuration`:
        return Response.json({
          issuer: ISSUER,
          authorization_endpoint: `${ISSUER}/o/oauth2/v2/auth`,
          token_endpoint: 'https://oauth2.googleapis.test/token',
          jwks_uri: 'https://www.googleapis.test/oauth2/v3/certs',
        });
      case 'https://www.googleapis.test/oauth2/v3/certs':
        return Response.json({ keys: [publicJwk] });
      case 'https://oauth2.googleapis.test/token':
        return exchange(new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer())));
      default:
        return new Response('not a provider', { status: 599 });
    }
  });

  return {
    bindings: withVars({ GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: ISSUER }),
    issuer: ISSUER,
    client_id: CLIENT_ID,
    idToken,
    willExchange: (code, answer) => void answers.set(code, answer),
    exchanges,
    key: privateKey,
    publicJwk,
  };
}
