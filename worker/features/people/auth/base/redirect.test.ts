import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { expect, test } from 'vitest';
import { underRequestId } from '../../../../http/answers/request-id.ts';
import { refuse } from './errors.ts';
import { errorFields, errorRedirect } from './redirect.ts';

const told = (status: ContentfulStatusCode) =>
  underRequestId('r-1', () => errorFields(refuse(status, 'code', 'What to do next.')));

test('a refusal is told as OAuth names it, and only a failure of ours has the id of the request', () => {
  const fields = { error_code: 'code', error_description: 'What to do next.' };
  expect(([400, 403, 418, 500, 503] as const).map(told)).toEqual([
    { error: 'invalid_request', ...fields },
    { error: 'access_denied', ...fields },
    fields,
    { error: 'server_error', ...fields, error_id: 'r-1' },
    { error: 'temporarily_unavailable', ...fields, error_id: 'r-1' },
  ]);
});

test('an error stands in the fragment, with PKCE in the query too, and what is no refusal is thrown again', () => {
  const refusal = refuse(403, 'no', 'Ask');
  const fragment = '#error=access_denied&error_code=no&error_description=Ask&sb=';
  expect(errorRedirect(refusal, { to: 'https://vouch.test/in?a=1#top', inQuery: false })).toBe(
    `https://vouch.test/in?a=1${fragment}`,
  );
  expect(errorRedirect(refusal, { to: 'https://vouch.test/in', inQuery: true })).toBe(
    `https://vouch.test/in?error=access_denied&error_code=no&error_description=Ask${fragment}`,
  );
  const failure = new TypeError('A failure');
  expect(() => errorRedirect(failure, { to: 'https://vouch.test/in', inQuery: false })).toThrow(failure);
  expect(() => errorRedirect('no error', { to: 'https://vouch.test/in', inQuery: false })).toThrow('no error');
});
