import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { startOpenIdProvider } from './openid-provider.ts';

const SITE = 'http://127.0.0.1:8802';
const ACCOUNTS = [
  { sub: 'first', email: 'first@vouch.test', email_verified: true, name: 'The first' },
  {
    sub: 'second',
    email: 'second@vouch.test',
    email_verified: false,
    name: 'The second',
    picture: 'https://a.test/2.png',
  },
];

/** Follows redirects with a cookie jar until one leads to the site. */
async function flowTo(start: string): Promise<URL> {
  const jar = new Map<string, string>();
  let location = new URL(start);
  for (let hop = 0; hop < 8; hop++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(location, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    location = new URL(answer.headers.get('Location') ?? '', location);
    if (location.origin === SITE) return location;
  }
  throw new Error('The flow never came back.');
}

test('the provider signs in the account of the login hint without showing a page', async () => {
  const provider = await startOpenIdProvider({ port: 0, siteUrl: SITE, accounts: ACCOUNTS });
  try {
    const found = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).json();
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: provider.env.GOOGLE_CLIENT_ID,
      redirect_uri: `${SITE}/auth/v1/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      state: 'state',
      nonce: 'nonce',
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      login_hint: 'second@vouch.test',
    });
    const back = await flowTo(`${found.authorization_endpoint}?${query.toString()}`);
    expect(back.pathname).toBe('/auth/v1/callback');
    const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = provider.env;
    const answer = await fetch(found.token_endpoint, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${GOOGLE_CLIENT_ID}:${GOOGLE_CLIENT_SECRET}`)}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code')!,
        redirect_uri: `${SITE}/auth/v1/callback`,
        code_verifier: verifier,
      }),
    });
    const tokens = await answer.json();
    const { payload } = await jwtVerify(tokens.id_token, createRemoteJWKSet(new URL(found.jwks_uri)), {
      issuer: provider.issuer,
    });
    expect(payload).toMatchObject({ ...ACCOUNTS[1], nonce: 'nonce', aud: GOOGLE_CLIENT_ID });
  } finally {
    await provider.stop();
  }
});
