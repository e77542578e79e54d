import type { BrowserContextOptions } from '@playwright/test';
import { openPage } from './contexts.ts';
import { type APIRequestContext, type Browser, expect, type Page } from './test.ts';
import { ensureDevVars } from '../../worker/local/settings/dev-vars.ts';

export const PASSWORD = 'a-password-for-one-evening';

export interface Tokens {
  access_token: string;
  user: { id: string; email: string };
}

export const bearer = ({ access_token }: Tokens) => ({ Authorization: `Bearer ${access_token}` });

export async function tokensOf(request: APIRequestContext, email: string, password = PASSWORD): Promise<Tokens> {
  const answer = await request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Tokens;
}

export async function newPerson(request: APIRequestContext, name: string): Promise<Tokens> {
  const key = ensureDevVars()['AUTH_SERVICE_KEY_JWT']!;
  const email = `${name.toLowerCase().replaceAll(' ', '-')}-${Date.now().toString(36)}@resale.vouch.test`;
  const made = await request.post('/auth/v1/admin/users', {
    headers: { Authorization: `Bearer ${key}`, apikey: key },
    data: { email, password: PASSWORD, email_confirm: true, user_metadata: { full_name: name } },
  });
  expect(made.status()).toBe(200);
  return tokensOf(request, email);
}

/** Opens a page in a browser context of its own, signed in with `tokens`, or as a visitor if they are null. */
export async function pageOf(
  browser: Browser,
  tokens: Tokens | null,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await openPage(browser, { serviceWorkers: 'block', ...options });
  if (tokens) await page.addInitScript((kept) => localStorage.setItem('vouch-session', kept), JSON.stringify(tokens));
  return page;
}
