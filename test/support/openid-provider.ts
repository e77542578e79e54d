import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type ProviderContext } from 'oidc-provider';

/**
 * An account at this provider. The provider signs in the account whose email is the `login_hint`, or else the first
 * account. It never asks the person.
 */
export interface ProviderAccount {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  picture?: string;
}

interface Site {
  siteUrl: string;
  accounts: ProviderAccount[];
}

/** With the variables of `env`, the Worker uses this provider in place of Google. */
export interface RunningProvider {
  issuer: string;
  env: { GOOGLE_ISSUER: string; GOOGLE_CLIENT_ID: string; GOOGLE_CLIENT_SECRET: string };
  stop: () => Promise<void>;
}

const CLIENT_ID = 'vouch-local';

/** Port 0 means any free port. `siteUrl` is the Worker's origin. */
export async function startOpenIdProvider(of: Site & { port: number }): Promise<RunningProvider> {
  const server = createServer();
  await new Promise<void>((done, failed) => {
    server.once('error', failed).listen(of.port, '127.0.0.1', done);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const secret = randomUUID();
  const provider = new Provider(issuer, configuration({ ...of, secret }));
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void signIn(provider, { request, response, accounts: of.accounts });
    else answer(request, response);
  });
  return {
    issuer,
    env: { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_CLIENT_SECRET: secret },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function configuration({ siteUrl, accounts, secret }: Site & { secret: string }) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: secret,
        redirect_uris: [`${siteUrl}/auth/v1/callback`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'local', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // Google puts the address and the name into the id_token too.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 3600, IdToken: 3600, Interaction: 600, Session: 3600 },
    findAccount: (_: unknown, sub: string) => {
      const account = accounts.find((each) => each.sub === sub);
      return account && { accountId: sub, claims: () => account };
    },
    loadExistingGrant: consent,
  };
}

async function consent({ oidc }: ProviderContext) {
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

async function signIn(
  provider: Provider,
  { request, response, accounts }: { request: IncomingMessage; response: ServerResponse; accounts: ProviderAccount[] },
): Promise<void> {
  try {
    const { params } = await provider.interactionDetails(request, response);
    const account = accounts.find((each) => each.email === params['login_hint']) ?? accounts[0]!;
    await provider.interactionFinished(request, response, { login: { accountId: account.sub } });
  } catch (error) {
    response.writeHead(500, { 'Content-Type': 'text/plain' }).end(String(error));
  }
}
