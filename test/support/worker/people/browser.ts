import { env } from 'cloudflare:workers';
import { call } from './auth-client.ts';

const SITE = env.SITE_URL;

export function browser(bindings: Env = env) {
  const jar = new Map<string, string>();
  const request = async (url: string, init: { method?: string; body?: BodyInit; headers: Record<string, string> }) => {
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await call(
      url,
      { ...init, headers: { ...init.headers, ...(cookies ? { Cookie: cookies } : {}) } },
      bindings,
    );
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  return {
    cookies: jar,
    send: (
      path: string,
      body: unknown,
      from: Record<string, string> = { Origin: SITE, 'Sec-Fetch-Site': 'same-origin' },
    ) =>
      request(`${SITE}/auth/v1${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...from },
      }),
    open: (link: string) =>
      request(link, {
        headers: {
          Accept: 'text/html,application/xhtml+xml',
          'Sec-Fetch-Mode': 'navigate',
          'Sec-Fetch-Site': 'cross-site',
        },
      }),
    press: (
      link: string,
      typed: Record<string, string> = {},
      from: Record<string, string> = { Origin: SITE, 'Sec-Fetch-Site': 'same-origin' },
      path = '/verify',
    ) =>
      request(`${SITE}/auth/v1${path}`, {
        method: 'POST',
        body: new URLSearchParams({ ...Object.fromEntries(new URL(link).searchParams), ...typed }),
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Accept: 'text/html',
          'Sec-Fetch-Mode': 'navigate',
          ...from,
        },
      }),
  };
}

/** Returns the fields in the URL fragment of a redirect, or an empty object if the answer is not a redirect. */
export function arrival(answer: Response): Record<string, string> {
  const location = answer.headers.get('Location');
  return location ? Object.fromEntries(new URLSearchParams(new URL(location).hash.slice(1))) : {};
}
