import { eq } from 'drizzle-orm';
import { authFlowStates } from '../../../../drizzle/tables/all-tables.ts';
import { db } from './auth.ts';
import { bearer, call, type Tokens } from './auth-client.ts';
import { fakeGoogle, sha256Hex, type Claims } from './fake-google.ts';

export async function googleFlow() {
  const google = await fakeGoogle();
  const fetchGoogle = (path: string, init: RequestInit = {}) => call(path, init, google.bindings);

  /** Starts an OAuth flow to sign in or, with `who`, to link an identity to that user. `land` finishes it. */
  async function startFlow(who?: Pick<Tokens, 'access_token'>, query = '') {
    const started = who
      ? await fetchGoogle(`/user/identities/authorize?provider=google&skip_http_redirect=true${query}`, {
          headers: bearer(who),
        })
      : await fetchGoogle(`/authorize?provider=google${query}`);
    const target = new URL(who ? (await started.json<{ url: string }>()).url : started.headers.get('Location')!);
    const state = target.searchParams.get('state')!;
    const [flow] = await db.select().from(authFlowStates).where(eq(authFlowStates.id, state));
    return {
      state,
      target,
      flow: flow!,
      land: async (claims: Claims, params = `state=${state}&code=code-${state}`) => {
        google.willExchange(`code-${state}`, { claims, nonce: await sha256Hex(flow!.provider_nonce!) });
        const answer = await fetchGoogle(`/callback?${params}`);
        const location = new URL(answer.headers.get('Location')!);
        return {
          status: answer.status,
          location,
          query: location.searchParams,
          fragment: new URLSearchParams(location.hash.slice(1)),
        };
      },
    };
  }
  return { google, fetchGoogle, startFlow };
}
