import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { expect, test, vi } from 'vitest';
import { underRequest } from '../../../../http/answers/current-request.ts';
import { refuse } from './errors.ts';
import { errorFields, errorRedirect } from './redirect.ts';

const told = (status: ContentfulStatusCode) =>
  underRequest('r-1', () => errorFields(refuse(status, 'code', 'What to do next.')));

test('the status of an error decides its OAuth name and whether it carries the request id', () => {
  const fields = { error_code: 'code', error_description: 'What to do next.' };
  expect(([400, 403, 418, 500, 503] as const).map(told)).toEqual([
    { error: 'invalid_request', ...fields },
    { error: 'access_denied', ...fields },
    fields,
    { error: 'server_error', ...fields, error_id: 'r-1' },
    { error: 'temporarily_unavailable', ...fields, error_id: 'r-1' },
  ]);
});

test('an error is put into the fragment of the redirect and, with PKCE, also into its query', () => {
  const refusal = refuse(403, 'no', 'Ask');
  const c = { header: vi.fn() };
  const fragment = '#error=access_denied&error_code=no&error_description=Ask&sb=';
  const redirect = (error: unknown, { to = 'https://vouch.test/in', inQuery = false } = {}) =>
    errorRedirect(c, { error, to, inQuery });
  const top = redirect(refusal, { to: 'https://vouch.test/in?a=1#top' });
  expect(top).toBe(`https://vouch.test/in?a=1${fragment}`);
  expect(redirect(refusal, { inQuery: true })).toBe(
    `https://vouch.test/in?error=access_denied&error_code=no&error_description=Ask${fragment}`,
  );
  expect(c.header).toHaveBeenCalledWith('x-sb-error-code', 'no');
  const failure = new TypeError('A failure');
  expect(() => redirect(failure)).toThrow(failure);
  expect(() => redirect('no error')).toThrow('no error');
});
