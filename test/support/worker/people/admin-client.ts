import { env } from 'cloudflare:workers';
import { AuthAdminApi } from '@supabase/auth-js';
import { AUTH_URL, bearer, call } from './auth-client.ts';

export const SERVICE = bearer({ access_token: env.AUTH_SERVICE_KEY_JWT });

/** The unmodified admin client of auth-js, by default with the service key. */
export function adminClient(headers: Record<string, string> = SERVICE): InstanceType<typeof AuthAdminApi> {
  return new AuthAdminApi({
    url: AUTH_URL,
    headers,
    fetch: (input, init) => call(input instanceof Request ? input.url : String(input), init),
  });
}
